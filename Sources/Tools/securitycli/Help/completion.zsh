#compdef security kc
# Completion of security for zsh. Written by `security help --format zsh`.
_security() {
    # -n: a locked keychain has no names here, and no question interrupts the line.
    local -a typed=("${(@Q)words[1,CURRENT-1]}" "$IPREFIX$PREFIX") lines
    local answer
    if answer=$(printf '%s\0' "${(@)typed}" | security -nq help --format words 2>/dev/null); then
        if [[ $answer == $'\t'* ]]; then
            _message -r "${answer#$'\t'}"
            return
        fi
        lines=(${(f)answer})
        lines=("${(@)lines//\\/\\\\}")
        lines=("${(@)lines//:/\\:}")
        lines=("${(@)lines/$'\t'/:}")
        _describe -V word lines
    else
        compset -P '--*='
        _files
    fi
}

# Loaded from a folder of completions the file is the function, and otherwise defines it.
if [[ ${funcstack[1]} == _security ]]; then
    _security "$@"
else
    compdef _security security kc
fi
