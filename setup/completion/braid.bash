# Completion of braid's commands and options, as braid itself lists them.
_braid() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} choices
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "run replay explain debug report export fuzz cc lib solve relevancy help version" \
      -- "$word"))
    return
  fi
  if [ "$command" = help ]; then
    COMPREPLY=($(compgen -W "run replay explain debug report cc lib solve relevancy limits" -- "$word"))
    return
  fi
  if [ "${COMP_WORDS[COMP_CWORD-1]}" = --limit ] ||
     { [ "${COMP_WORDS[COMP_CWORD-1]}" = = ] &&
       [ "${COMP_WORDS[COMP_CWORD-2]}" = --limit ]; }; then
    COMPREPLY=($(compgen -W "$(braid help limits --plain 2>/dev/null |
      sed 's/ .*/=/')" -- "$word"))
    compopt -o nospace
    return
  fi
  # bash splits --search=dfs at the "=".
  if [ "$word" = = ] || [ "${COMP_WORDS[COMP_CWORD-1]}" = = ]; then
    local option=${COMP_WORDS[COMP_CWORD-2]}
    [ "$word" = = ] && option=${COMP_WORDS[COMP_CWORD-1]} && word=
    choices=$(braid help "$command" 2>/dev/null |
      sed -n "s/^  $option=\([a-z0-9_|:-]*\).*/\1/p" | tr '|' ' ')
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
    [ -n "$choices" ] || COMPREPLY=($(compgen -f -- "$word"))
    return
  fi
  case $word in
  -*)
    COMPREPLY=($(compgen -W "$(braid help "$command" 2>/dev/null |
      sed -n 's/^  \(--[a-z0-9-]*=\{0,1\}\).*/\1/p')" -- "$word"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    ;;
  *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _braid braid
