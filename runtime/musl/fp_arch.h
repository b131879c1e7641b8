/* Replaces musl's header of this name: no assembly. */
