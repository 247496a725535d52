import { expect, test } from "vitest";
import { bashLine, bashReply } from "./bash-line.ts";

const BREAKS = " \t\n\"'@><=;|&(:";

test.each([
  ["xoff run my.yaml --thr", ["run", "my.yaml"], "--thr"],
  ["xoff run ", ["run"], ""],
  ["xoff run t.yaml > out.txt --thr", ["run", "t.yaml"], "--thr"],
  ["xoff run t.yaml 2>err >>'out.txt' &>all {fd}<in --thr", ["run", "t.yaml"], "--thr"],
  ["xoff run 2>&1 t.yaml>out.txt --thr", ["run", "t.yaml"], "--thr"],
  [
    "xoff run $(touch a b) `touch c d` <(touch e f) --thr",
    ["run", "$(touch a b)", "`touch c d`", "<(touch e f)"],
    "--thr",
  ],
  ["xoff run $(touch $(a) b", ["run"], "$(touch $(a) b"],
  ['xoff run my\\ file "a > b" \'c; d\' e\\"f', ["run", "my file", "a > b", "c; d"], 'e"f'],
  ['xoff run "my \\$x \\n', ["run"], "my $x \\n"],
  ["true; xoff run a | xoff check ", ["check"], ""],
  ["xoff run ~/x* $HOME --thr", ["run", "~/x*", "$HOME"], "--thr"],
])("%s", (line, words, word) => {
  expect(bashLine(line, BREAKS)).toMatchObject({ words, word, isRedirected: false });
});

test.each(["xoff run t.yaml >ou", "xoff run t.yaml > ", "xoff run < 'a b"])("%s: the file of a redirection", (line) => {
  expect(bashLine(line, BREAKS).isRedirected).toBe(true);
});

test.each([
  ["xoff run ", "$(touch a).yaml", "\\$\\(touch\\ a\\).yaml"],
  ["xoff run ", "ünïcode.yaml", "ünïcode.yaml"],
  ["xoff run '", "$(touch a).yaml", "$(touch a).yaml"],
  ["xoff run '", "it's.yaml", undefined],
  ['xoff run "', "$(touch a).yaml", undefined],
  ['xoff run "', "it's mine.yaml", "it's mine.yaml"],
  ["xoff run a:", "a:b.yaml", "b.yaml"],
  ["xoff new --policy=congestion=dcq", "congestion=dcqcn", "dcqcn"],
  ["xoff new --policy=congestion=dcq", "congestion=hpcc", undefined],
  ["xoff new --from=vic", "victim", "victim"],
])("%s and TAB, of %s: %s", (line, value, reply) => {
  expect(bashReply(value, bashLine(line, BREAKS))).toBe(reply);
});
