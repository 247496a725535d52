import { expect, test } from "vitest";
import { argumentsOf } from "./line.ts";

test.each([
  ["xoff list", ["list"]],
  ["xoff", []],
  [
    `xoff compare a.yaml --vary 'buffer=st,{name: dt, alpha: 2}'`,
    ["compare", "a.yaml", "--vary", "buffer=st,{name: dt, alpha: 2}"],
  ],
  [`xoff tune --subject-to "paused_ns<=50us" --runs 24`, ["tune", "--subject-to", "paused_ns<=50us", "--runs", "24"]],
  [`xoff x --set a='b c'd`, ["x", "--set", "a=b cd"]],
  ["xoff run my.yaml --json | jq .digest", undefined],
  ["xoff completion fish > ~/.config/xoff.fish", undefined],
  ['xoff run "$HOME/a.yaml"', undefined],
  ["source <(xoff completion bash)", undefined],
  ["cat known.yaml", undefined],
])("the arguments of %s", (line, args) => {
  expect(argumentsOf(line)).toEqual(args);
});
