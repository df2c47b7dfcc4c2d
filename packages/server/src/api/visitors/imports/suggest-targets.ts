import type { FieldConfig } from "../../../core/command.ts";

/** Names of columns in exports of other systems, in English and Russian, without punctuation. */
const names: Readonly<Record<string, readonly string[]>> = {
  customer: [
    "customer",
    "customerid",
    "clientid",
    "userid",
    "externalid",
    "contactid",
    "id",
    "sub",
    "whatsappid",
    "telegramid",
    "идентификатор",
    "idклиента",
    "кодклиента",
  ],
  name: ["name", "fullname", "displayname", "contactname", "имя", "фио", "клиент", "контакт"],
  email: ["email", "emailaddress", "mail", "почта", "электроннаяпочта", "эпочта", "адрес"],
  phone: ["phone", "phonenumber", "mobile", "tel", "telephone", "телефон", "номертелефона"],
  description: ["description", "notes", "note", "comment", "описание", "комментарий", "заметка"],
};
const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns what each column probably contains, by its name (VI-011). Each target appears once. */
export function suggestTargets(
  header: readonly string[],
  fields: readonly FieldConfig[],
): readonly (string | null)[] {
  const targets = new Map(
    fields
      .filter(({ object, sources }) => object === "visitor" && sources.includes("import"))
      .flatMap(({ key, name }) => [
        [normalize(name), `fields.${key}`],
        [normalize(key), `fields.${key}`],
      ]),
  );
  for (const [target, known] of Object.entries(names))
    for (const name of known) targets.set(name, target);
  const taken = new Set<string>();
  return header.map((name) => {
    const target = targets.get(normalize(name)) ?? null;
    if (target === null || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}
