import type { Chat, Operator, Visitor } from "@parlour/protocol";
import { useState } from "react";
import { ErrorMessage } from "../../loading/ErrorMessage.tsx";
import { useFields } from "../use-fields.ts";
import { canSetField } from "./field-value.ts";
import { FieldRow } from "./FieldRow.tsx";
import "./fields.css";
import { t } from "./text.ts";

interface FieldSectionProps {
  visitor: Visitor;
  /** The chat whose fields are shown, too. */
  chat?: Chat;
  me: Operator;
  /** Class of the section: that of the inbox panel, or that of the visitor's page. */
  section: "part" | "sect";
}

/** Shows the fields of the visitor, then those of the chat, and edits their values (FLD-018). */
export function FieldSection({ me, section, ...subject }: FieldSectionProps) {
  const query = useFields();
  const [openIds, setOpenIds] = useState<readonly number[]>([]);
  const { data = [], error } = query;
  const objects = subject.chat === undefined ? ["visitor"] : ["visitor", "chat"];
  const fields = objects.flatMap((object) => data.filter((field) => field.object === object));
  if (fields.length === 0 && error === null) return null;
  const open = (id: number) => setOpenIds((ids) => [...ids, id]);
  return (
    <section className={section} aria-labelledby="fields-h">
      <h3 className="t13 medium" id="fields-h">
        {t("fields.title")}
      </h3>
      {error !== null && (
        <ErrorMessage error={error} onRetry={() => void query.refetch()}>
          {t("fields.failed")}
        </ErrorMessage>
      )}
      <dl className="ownfields">
        {fields.map((field, n) => {
          const next = fields.slice(n + 1).find((other) => {
            return canSetField(me, subject, other) && !openIds.includes(other.id);
          });
          return (
            <FieldRow
              key={field.id}
              {...{ subject, me, field }}
              isOpen={openIds.includes(field.id)}
              onOpen={() => open(field.id)}
              onClose={() => setOpenIds((ids) => ids.filter((id) => id !== field.id))}
              onNext={next && (() => open(next.id))}
            />
          );
        })}
      </dl>
    </section>
  );
}
