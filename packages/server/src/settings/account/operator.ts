import type { ConfigFile, OperatorConfigFile } from "@parlour/protocol/config";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { validatePassword } from "../../auth/index.ts";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";
import { readEntries, toCompared } from "../kind/file-entry.ts";
import { writeEntry } from "../kind/write-entry.ts";
import type { FileHelpers } from "../resource.ts";
import { hoursInFile } from "./hours.ts";

type OperatorValues = NamedValues<(typeof operator)["fields"]>;
/**
 * An operator of the provisioning file (CFG-025). Their routes and their plan have rules of their
 * own, such as those of owners, so they are no `SettingsResource`.
 */
export interface DesiredOperator extends OperatorValues {
  /** Null means that the file does not change the password. */
  readonly password: string | null;
  /** Whether the file activates a person again whose end outranks it otherwise (CFG-158). */
  readonly reactivate: boolean;
}

const inFile = { ...operator, custom: { hours: hoursInFile } };

/** Reads the operators of a file, fills in defaults and checks their passwords. */
export const readOperators = (
  { operators = [] }: ConfigFile,
  helpers: FileHelpers,
): readonly DesiredOperator[] =>
  readEntries(inFile, operators, helpers).map(({ n, values }) => {
    const entry = operators[n];
    const at = ["operators", n];
    const password = helpers.secret(at, "password", entry?.password, entry?.password_env);
    const fault = password === null ? null : validatePassword(password, values.email);
    if (fault !== null)
      helpers.reportError(
        [...at, entry?.password === undefined ? "password_env" : "password"],
        fault,
      );
    return { ...values, password, reactivate: entry?.reactivate === true };
  });

/** Returns an operator as the file has it, without defaults and without the password. */
export const writeOperator = (record: OperatorRecord): OperatorConfigFile =>
  writeEntry(inFile, { values: toFileValues(record) }, () => "") as OperatorConfigFile;

/** Values that the plan compares and prints. */
export const toComparedOperator = (values: OperatorValues): Readonly<Record<string, unknown>> =>
  toCompared(inFile, values);

/** Returns the values that the file can have. It has the single channels of nobody (CORE-322). */
export const toFileValues = (record: OperatorRecord): OperatorValues => ({
  email: record.email,
  name: record.name,
  role: record.role,
  custom_role_id: record.customRole?.name ?? null,
  phone: record.phone,
  photo: record.photo,
  chat_limit: record.chatLimit,
  hours: record.hours,
  languages: [...record.languages],
  skills: [...record.skills],
  channels: record.channels === "all" ? "all" : [],
});
