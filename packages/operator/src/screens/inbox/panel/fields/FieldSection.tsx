import type { Chat, Operator } from "@parlour/protocol";
import { useState } from "react";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useFields } from "../../../../ui/fields/use-fields.ts";
import { canSetField } from "./field-value.ts";
import { FieldRow } from "./FieldRow.tsx";
import "./fields.css";
import { t } from "./text.ts";

/** Shows the fields of the visitor, then those of the chat, and edits their values (FLD-018). */
export function FieldSection({ chat, me }: { chat: Chat; me: Operator }) {
  const query = useFields();
  const [openIds, setOpenIds] = useState<readonly number[]>([]);
  const { data = [], error } = query;
  if (data.length === 0 && error === null) return null;
  const fields = (["visitor", "chat"] as const).flatMap((object) =>
    data.filter((field) => field.object === object),
  );
  const open = (id: number) => setOpenIds((ids) => [...ids, id]);
  return (
    <section className="part" aria-labelledby="fields-h">
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
            return canSetField(me, chat, other) && !openIds.includes(other.id);
          });
          return (
            <FieldRow
              key={field.id}
              {...{ chat, me, field }}
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
