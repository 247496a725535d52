/**
 * The scripts that `xoff completion` prints. Each passes the words of the line to xoff and offers the values that xoff prints.
 *
 * - No script evaluates a word (`eval`, `compgen -W`, `Invoke-Expression`). Otherwise `$(...)` on the line would run before Enter.
 * - Redirections are left out of the words.
 * - Special characters of a completed value are quoted. For bash, xoff adds the quotes. For the other shells, the shell
 *   or the script does.
 */

/** The script for bash. xoff splits the line (bash-line.ts), because bash could remove the quotes of a word only by evaluating it. */
const bash = `# bash completion for xoff
__xoff_complete() {
    local reply
    COMPREPLY=()
    while IFS= read -r reply; do
        if [[ $reply == :files ]]; then
            compopt -o default 2>/dev/null
        else
            COMPREPLY+=("$reply")
        fi
    done < <(xoff complete-line -- "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
}
complete -F __xoff_complete xoff`;

/**
 * The script for zsh. The flag (Q) removes one level of quotes. `compset` hides the option in `--option=value`, so that only the value is
 * completed.
 */
const zsh = `#compdef xoff
# zsh completion for xoff
_xoff() {
    local line
    local -a offered before
    before=("\${(@Q)words[2,CURRENT-1]}")
    while IFS= read -r line; do
        [[ $line == :<-> ]] && continue
        offered+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    done < <(xoff complete -- "\${before[@]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='
    (( \${#offered} )) && _describe xoff offered
}
if [[ "\${funcstack[1]}" == _xoff ]]; then
    _xoff
else
    compdef _xoff xoff
fi`;

/** The script for fish. `commandline --tokenize` removes redirections and quotes, and expands nothing. */
const fish = `# fish completion for xoff
function __xoff_complete
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l word (commandline --current-token --tokenize)
    set -l flag (string match --regex -- '^-[^=]*=' "$word")
    for line in (xoff complete -- $words[2..-1] "$word" 2>/dev/null </dev/null)
        string match --quiet --regex -- '^:[0-9]+$' "$line"; or printf '%s%s\\n' "$flag" "$line"
    end
end
complete --command xoff --erase
complete --command xoff --no-files --arguments '(__xoff_complete)'`;

/**
 * The script for PowerShell. It takes the words of the line from CommandElements, which contains no redirections. A word
 * that PowerShell would evaluate, such as `$x`, is passed to xoff as it is written.
 */
const powershell = `# PowerShell completion for xoff
Register-ArgumentCompleter -Native -CommandName xoff -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object {
        $_.Extent.EndOffset -lt $cursorPosition
    } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    $flag = if ($wordToComplete -like '-*=*') { $wordToComplete.Substring(0, $wordToComplete.IndexOf('=') + 1) } else { '' }
    # PowerShell before 7.3 leaves out an empty argument: its two quotes stand for it.
    $last = if ($wordToComplete -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $wordToComplete }
    & xoff complete '--' @words $last 2>$null | Where-Object { $_ -notmatch '^:\\d+$' } | ForEach-Object {
        $value, $about = $_.Split("\`t", 2)
        $text = if (($flag + $value) -match '^[\\w@%+=:,./\\\\-]+$') {
            $flag + $value
        } else {
            "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($flag + $value) + "'"
        }
        $tip = if ($about) { $about } else { ' ' }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
    }
}`;

export const SCRIPTS: Readonly<Record<string, string>> = { bash, zsh, fish, powershell };
