# Completion of security for fish. Written by `security help --format fish`.
function __security_words
    set -l typed (commandline -ct)
    # -n: a locked keychain has no names here, and no question interrupts the line.
    printf '%s\0' (commandline -opc) "$typed" | security -nq help --format words 2>/dev/null | string match -rv '^\t'
    if test $pipestatus[2] -ne 0
        set -l start (string match -r -- '^--[^=]*=' $typed)
        for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' $typed))
            echo -- "$start$path"
        end
    end
end
complete -c security -f -a '(__security_words)'
