import { Compile } from "typebox/schema";

interface Components {
  readonly schemas: Readonly<Record<string, object>>;
}
type BodyValidator = ReturnType<typeof Compile>;

/** Validators of each document, because most operations share their schemas with others. */
const compiled = new WeakMap<Components, Map<string, BodyValidator>>();

/** Returns the validator of a schema of a document. */
export function compileBody(components: Components, schema: object): BodyValidator {
  const validators = compiled.get(components) ?? new Map<string, BodyValidator>();
  compiled.set(components, validators);
  const text = JSON.stringify(schema);
  // The compiler searches all components for each reference.
  const validator =
    validators.get(text) ??
    Compile({ components: { schemas: selectUsed(components, schema) }, allOf: [schema] });
  validators.set(text, validator);
  return validator;
}

/** Returns the components to which a schema refers, and those to which they refer. */
function selectUsed({ schemas }: Components, schema: object): Record<string, object> {
  const used: Record<string, object> = {};
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { $ref } = part as { readonly $ref?: unknown };
    const name = typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : "";
    const target = schemas[name];
    if (target !== undefined && !Object.hasOwn(used, name)) {
      used[name] = target;
      collect(target);
    }
    for (const inner of Object.values(part)) collect(inner);
  };
  collect(schema);
  return used;
}
