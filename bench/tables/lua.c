/* Lua: compile any text as a chunk and run it, without libraries. */
#include "begin.h"

#include <lauxlib.h>
#include <lua.h>

static void use(unsigned char *in) {
  lua_State *state = luaL_newstate();
  if (!state) return;
  if (luaL_loadbufferx(state, (const char *) in, LENGTH, "=text", "t") == LUA_OK)
    lua_pcall(state, 0, 0, 0);
  lua_close(state);
}
