/** Describes a policy by its name and those parameters that differ from their defaults, such as "dt (alpha 2)". */
import { quantityText } from "../../../base/param-text.ts";
import type { Param, ParamTable } from "../../../base/params.ts";
import { policies } from "../../../policies/policies.ts";
import type { PolicyWords } from "../../../report/page/what-was-run.ts";

export const policyWords: PolicyWords = (role, { name, values }) => {
  const modules = (policies as Readonly<Record<string, Readonly<Record<string, { params: ParamTable } | undefined>>>>)[
    role
  ];
  const params = modules?.[name]?.params ?? {};
  const words = Object.entries(values).flatMap(([key, value]) => {
    const param = params[key] as Param | undefined;
    if (value === undefined || value === null || param === undefined) return [];
    if ("default" in param && param.default === value) return [];
    if (typeof value === "number" && "min" in param) return [`${key} ${quantityText(value, param.unit)}`];
    return [`${key} ${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
  return words.length === 0 ? name : `${name} (${words.join(", ")})`;
};
