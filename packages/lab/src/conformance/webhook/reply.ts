import { toObject, quoteBody, parseReply } from "../json-reply.ts";

/** A violation of a rule in section 4 of docs/spec/webhook.md by a reply. */
interface ReplyFault {
  readonly rule: string;
  readonly seen: string;
  readonly advice: string;
}

const isHttpUrl = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
const dataKeys = ["custom_data", "contact_info", "enable_assign", "crm_link", "page"];

type ReplyCheck = { readonly faults: readonly ReplyFault[]; readonly note: string };
const toNote = (note: string): ReplyCheck => ({ faults: [], note });
const toFault = (rule: string, seen: string, advice: string): ReplyCheck => ({
  faults: [{ rule, seen, advice }],
  note: "",
});

/** Checks a reply. `isAnswered`: Parlour reads it (WH-042). `note`: data without effect. */
export function checkReply(body: Buffer, isAnswered: boolean): ReplyCheck {
  const parsedReply = parseReply(body);
  if (parsedReply.kind !== "json" || toObject(parsedReply.value) === null)
    return toNote(
      `${quoteBody(body)}: no JSON object, so nothing is shown to the operator. Better: {"result":"ok"}`,
    );
  if (parsedReply.repeated.length > 0)
    return toFault(
      "WH-040",
      `the key ${parsedReply.repeated[0]} stands twice`,
      "Write each key once; a reply with a repeated key is thrown away.",
    );
  const top = toObject(parsedReply.value) ?? {};
  const dataFields = dataKeys
    .filter((key) => top[key] !== undefined && top[key] !== null)
    .join(", ");
  const { result } = top;
  if (typeof result !== "string" || result.trim().toLowerCase() !== "ok") {
    const seen = JSON.stringify(result) ?? "missing";
    if (dataFields === "")
      return toNote(`result is ${seen}: the delivery is done, the ledger shows it`);
    return toFault(
      "WH-041",
      `${dataFields} with result ${seen}`,
      'Add "result":"ok": without it the operator sees nothing of the data.',
    );
  }
  if (!isAnswered)
    return toNote(dataFields === "" ? "" : `${dataFields}: only result is read from this event`);
  return { faults: validateFields(top), note: "" };
}

type AddFault = (rule: string, seen: string, advice: string) => void;

function validateFields(replyData: Readonly<Record<string, unknown>>): ReplyFault[] {
  // A null value has the same meaning as an absent key.
  const top = Object.fromEntries(Object.entries(replyData).filter(([, value]) => value !== null));
  const faults: ReplyFault[] = [];
  const addFault: AddFault = (rule, seen, advice) => void faults.push({ rule, seen, advice });
  validateCustomData(top["custom_data"], addFault);
  for (const key of ["contact_info", "page"] as const) validateObject(key, top[key], addFault);
  validateCrmLink(top["crm_link"], top["enable_assign"], addFault);
  return faults;
}

function validateCustomData(list: unknown, addFault: AddFault): void {
  if (list === undefined) return;
  if (!Array.isArray(list))
    return addFault(
      "WH-043",
      `custom_data is ${describeType(list)}`,
      "Make it an array of {title, content, link?, key?}.",
    );
  if (list.length > 50)
    addFault("WH-043", `custom_data has ${list.length} entries`, "At most 50 are shown.");
  list.forEach((entry: unknown, n) => {
    const field = toObject(entry);
    if (field === null)
      return addFault(
        "WH-043",
        `custom_data[${n}] is ${describeType(entry)}`,
        "Each entry is an object; others are skipped.",
      );
    for (const key of ["title", "content", "key", "link"])
      if (field[key] !== undefined && typeof field[key] !== "string")
        addFault(
          "WH-048",
          `custom_data[${n}].${key} is ${describeType(field[key])}`,
          "Send a string; a field of another type is dropped.",
        );
  });
}

function validateObject(key: "contact_info" | "page", value: unknown, addFault: AddFault): void {
  // In some languages, an empty object is serialized as an empty array (WH-044).
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
  const object = toObject(value);
  if (object === null)
    return addFault(
      key === "page" ? "WH-047" : "WH-044",
      `${key} is ${describeType(value)}`,
      "Make it an object of strings.",
    );
  for (const [name, inner] of Object.entries(object))
    if (typeof inner !== "string")
      addFault(
        "WH-048",
        `${key}.${name} is ${describeType(inner)}`,
        "Send a string; a field of another type is dropped.",
      );
  if (key === "page" && !isHttpUrl(object["url"]))
    addFault("WH-047", "page has no http(s) url", "page.url is required in page.");
}

function validateCrmLink(link: unknown, assign: unknown, addFault: AddFault): void {
  if (link !== undefined && link !== "" && !isHttpUrl(link))
    addFault("WH-046", `crm_link is ${JSON.stringify(link)}`, "Send an http or https address.");
  if (
    assign !== undefined &&
    !["true", "false", true, false, 1, 0, ""].includes(assign as string | number | boolean)
  )
    addFault("WH-048", `enable_assign is ${JSON.stringify(assign)}`, "Send true or false.");
  if ((assign === true || assign === "true" || assign === 1) && !isHttpUrl(link))
    addFault(
      "WH-045",
      "enable_assign without a crm_link",
      'The button "Assign to CRM card" needs a crm_link.',
    );
}

const describeType = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
