/* Lua: compile any text as a chunk and run it, without libraries. */
#include <braid.h>
#include <stddef.h>

#include <lauxlib.h>
#include <lua.h>

#ifndef LENGTH
#define LENGTH 64
#endif

int main(void) {
  char text[LENGTH];
  lua_State *state = luaL_newstate();
  if (!state) return 0;
  braid_make_symbolic(text, sizeof text, "text");
  if (luaL_loadbufferx(state, text, sizeof text, "=text", "t") == LUA_OK)
    lua_pcall(state, 0, 0, 0);
  lua_close(state);
  return 0;
}
