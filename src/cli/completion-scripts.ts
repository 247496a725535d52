/**
 * What `xoff completion` prints: for each shell a script that hands the words of the line to xoff and offers what it answers.
 *
 * No script evaluates a word (`eval`, `compgen -W`, `Invoke-Expression`): a redirection or `$(...)` on the line would be carried out before
 * Enter. Redirections are no words. Of a completed value the shell, or xoff for bash, quotes what the shell would read otherwise.
 */

/** xoff splits the line itself (bash-line.ts): bash has no way to take quotes off a word but to evaluate it. */
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

/** The flag (Q) takes one level of quotes off a word, and does nothing else. */
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
    [[ $PREFIX == -*=* ]] && compset -P '*='
    (( \${#offered} )) && _describe xoff offered
}
if [[ "\${funcstack[1]}" == _xoff ]]; then
    _xoff
else
    compdef _xoff xoff
fi`;

/** `commandline --tokenize` leaves redirection operators out, takes quotes off and expands nothing. */
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

/** CommandElements has no redirections. Of an element that would be evaluated its text is handed on. */
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
