import { findFieldValueProblem } from "@parlour/protocol/field-values";
import type { FieldValue } from "@parlour/protocol/field-kinds";
import type { FieldConfig } from "../account-config.ts";
import { createChatAnswer } from "../chat/create.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { assigned } from "../draft.ts";
import type { ChatEntity, FieldValues, Visitor } from "../entity.ts";
import type { NewEvent } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { createFieldEvents, mergeField, type FieldOwner } from "../field-values.ts";
import { authorizeActor } from "../operator/authorize.ts";

/** New values by key of the field. null removes a value, an absent key keeps it. */
type FieldChange = Readonly<Record<string, FieldValue | null>>;

export interface SetFields {
  /** null: a rule. */
  readonly operatorId: number | null;
  /** `api`: the operator's API key sets the values. */
  readonly source: "operator" | "api" | "rule";
  readonly fields: FieldChange;
}

/**
 * Sets fields of a chat, also of a closed one (FLD-012). Setting the same values changes nothing.
 * Subject: `{chat}`. Failures: `not_found`, `invalid_request` and `forbidden` with the field.
 * Result: the chat.
 */
export function setChatFields(input: SetFields): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const changed = changeFields(context, { object: "chat", chat_id: chat.id }, chat.entity, input);
    if (isFailure(changed)) return changed;
    const { entity, events } = changed;
    return {
      events: entity === chat.entity ? [] : [{ name: "chat_updated", chat: entity }, ...events],
      answer: createChatAnswer(entity, visitor.entity),
    };
  };
}

/** Sets a visitor's fields (FLD-012), as {@link setChatFields}. Subject: `{customer}`. */
export function setVisitorFields(input: SetFields): CommandHandler<Visitor> {
  return (context) => {
    const stored = context.visitor?.entity;
    if (stored === undefined) return fail("not_found", "There is no such visitor.");
    const of = { object: "visitor", chat_id: context.currentChat?.id ?? null } as const;
    const changed = changeFields(context, of, stored, input);
    if (isFailure(changed)) return changed;
    const { entity, events } = changed;
    return {
      events: entity === stored ? [] : [{ name: "visitor_updated", visitor: entity }, ...events],
      answer: { number: assigned.visitorNumber, ...entity },
    };
  };
}

/** Returns a visitor or chat after a change by an operator, API key or rule, with its events. */
function changeFields<E extends { readonly fields?: FieldValues }>(
  context: CommandContext,
  of: FieldOwner,
  entity: E,
  input: SetFields,
): { readonly entity: E; readonly events: readonly NewEvent[] } | Failure {
  const { operatorId, source } = input;
  const { object } = of;
  const stored = entity.fields ?? {};
  const actor = authorizeActor(context, operatorId);
  if (isFailure(actor)) return actor;
  const by = actor.ref;
  const definitions = (context.config.fields ?? []).filter((field) => field.object === object);
  const values = { ...stored };
  for (const [key, value] of Object.entries(input.fields)) {
    const definition = definitions.find((field) => field.key === key);
    const failure =
      definition === undefined
        ? failUnknown(key, definitions)
        : (checkPermission(context, definition, input) ?? checkValue(definition, value));
    if (failure !== null) return failure;
    if (value === null) delete values[key];
    else values[key] = mergeField(context.now, stored, key, { value, source, by });
  }
  const next = withFields(entity, values);
  const remover = { source, by };
  return { entity: next, events: createFieldEvents(of, stored, values, { remover }) };
}

function failUnknown(key: string, definitions: readonly FieldConfig[]): Failure {
  const keys = definitions.map((field) => field.key).join(", ");
  return fail("invalid_request", `There is no field ${key}. The fields are: ${keys}.`, {
    field: `fields.${key}`,
  });
}

function checkPermission(
  { config }: CommandContext,
  { key, sources, edit_roles }: FieldConfig,
  { operatorId, source }: SetFields,
): Failure | null {
  const field = `fields.${key}`;
  if (!sources.includes(source))
    return fail("forbidden", `${field} takes no values from ${sourceNames[source]}.`, { field });
  if (operatorId === null) return null;
  const role = config.operators.get(operatorId)?.role;
  return role === "owner" || edit_roles.some((allowed) => allowed === role)
    ? null
    : fail("forbidden", `Your role cannot change ${field}.`, { field });
}

const sourceNames = { operator: "operators", api: "API keys", rule: "rules" } as const;

function checkValue(definition: FieldConfig, value: FieldValue | null): Failure | null {
  const problem = value === null ? null : findFieldValueProblem(definition, value);
  const field = `fields.${definition.key}`;
  return problem === null ? null : fail("invalid_request", `${field} ${problem}.`, { field });
}

/** Returns the entity with the values, or itself if they are the same. */
function withFields<E extends { fields?: FieldValues }>(entity: E, fields: FieldValues): E {
  const stored = entity.fields ?? {};
  const keys = Object.keys(fields);
  if (
    keys.length === Object.keys(stored).length &&
    keys.every((key) => stored[key] === fields[key])
  )
    return entity;
  const next: E = { ...entity, fields };
  if (keys.length === 0) delete next.fields;
  return next;
}
