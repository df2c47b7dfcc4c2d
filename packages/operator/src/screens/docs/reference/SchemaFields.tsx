import { useState } from "react";
import { Tag } from "../../../ui/badges.tsx";
import {
  describeLimits,
  describeNamedValues,
  describeType,
  listObjects,
  resolveSchema,
  type ApiDocument,
  type Schema,
} from "./document.ts";
import { InlineText } from "./InlineText.tsx";
import { t } from "./text.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

/**
 * Shows the fields of the objects in a schema. They are rendered when they are opened, because a
 * schema may contain itself.
 */
export function SchemaFields({
  apiDocument,
  schema,
}: {
  apiDocument: ApiDocument;
  schema: Schema;
}) {
  const [isOpen, setOpen] = useState(false);
  const objects = listObjects(apiDocument, schema);
  if (objects.length === 0) return null;
  return (
    <Disclosure
      className="schema"
      title={t("reference.fields", { type: describeType(schema) })}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {isOpen &&
        objects.map((object, n) => <FieldList key={n} apiDocument={apiDocument} schema={object} />)}
    </Disclosure>
  );
}

function FieldList({ apiDocument, schema }: { apiDocument: ApiDocument; schema: Schema }) {
  return (
    <ul className="fields" lang="en">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code> <span className="type">{describeType(field)}</span>{" "}
          <span className="faint">
            {[
              ...describeLimits(resolveSchema(apiDocument, field)),
              ...describeNamedValues(apiDocument, field),
            ].join(" · ")}
          </span>{" "}
          {schema.required?.includes(name) === true && <Tag>{t("reference.required")}</Tag>}
          {field.description !== undefined && <p><InlineText text={field.description} /></p>}
          <SchemaFields apiDocument={apiDocument} schema={field} />
        </li>
      ))}
    </ul>
  );
}
