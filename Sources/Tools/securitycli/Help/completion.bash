# Completion of security for bash. Written by `security help --format bash`.
_security() {
    local rest=" $COMP_LINE" words=() word typed line lines quote before=
    # bash splits words at : = and @.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ -z $rest || $rest == [[:space:]]* ]]; then words+=("$word"); else words[-1]+=$word; fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        rest=${rest#"$word"}
    done
    typed=${words[-1]}
    quote=${typed::1}
    [[ $quote == [\'\"] ]] || quote=
    typed=${typed#"$quote"}
    case $quote in
    \') typed=${typed//"'\\''"/\'} ;;
    *) typed=${typed//\\/} ;;
    esac
    words[-1]=$typed
    # bash replaces only what follows the last : or =, and from the last @ on.
    if [[ -z $quote ]]; then
        line=${COMP_WORDBREAKS//[^:=]/}
        [[ -z $line || $typed != *[$line]* ]] || before=${typed%"${typed##*[$line]}"}
        [[ $COMP_WORDBREAKS != *@* || ${typed#"$before"} != *@* ]] || before=${typed%@*}
    fi
    COMPREPLY=()
    # -n: a locked keychain has no names here, and no question interrupts the line.
    if lines=$(printf '%s\0' "${words[@]}" | security -nq help --format words 2>/dev/null); then
        while IFS= read -r line; do
            line=${line%%$'\t'*}
            [[ -n $line && $line == "$typed"* ]] || continue
            line=${line#"$before"}
            # A name is data: what bash would expand in it is quoted, in open quotes too.
            case $quote in
            \') line=${line//\'/"'\\''"} ;;
            \") line=${line//\\/\\\\} line=${line//\"/\\\"} line=${line//\$/\\\$} line=${line//\`/\\\`} ;;
            *) printf -v line %q "$line" ;;
            esac
            COMPREPLY+=("$line")
        done <<<"$lines"
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${typed#--*=}")
        COMPREPLY=("${COMPREPLY[@]#"${before#--*=}"}")
    fi
}
complete -F _security security kc
