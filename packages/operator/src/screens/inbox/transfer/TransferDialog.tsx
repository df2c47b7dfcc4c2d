import type { Chat, Operator } from "@parlour/protocol";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useLiveStore } from "../../../state/live-context.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { visitorName } from "../../../ui/visitor-name.ts";
import { useColleagues, useDepartments } from "./colleagues.ts";
import { PickRow } from "./PeoplePick.tsx";
import { PickDialog } from "./PickDialog.tsx";
import { t } from "./text.ts";

/** Maximum length of the comment for operators on a transfer (API-025). */
const longestComment = 1000;

/**
 * Transfers the chat to an operator, who is asked first, or to a department, where it waits
 * (product.md 3).
 */
export function TransferDialog({ chat, me, onClose }: { chat: Chat; me: Operator; onClose: () => void }) {
  const live = useLiveStore();
  const { colleagues, error } = useColleagues(chat, me);
  const departments = useDepartments();
  const [comment, setComment] = useState("");
  const give = (to: string) => {
    const target = Number(to.slice(2));
    return live.transfer(chat.id, to.startsWith("o:") ? { operator_id: target } : { department_id: target }, comment.trim());
  };
  return (
    <PickDialog
      title={t("transfer.title", { name: visitorName(chat) })}
      verb={t("transfer.verb")}
      colleagues={colleagues}
      error={error}
      onPick={give}
      onClose={onClose}
    >
      {(picking) => (
        <>
          {departments && departments.length > 0 && (
            <fieldset className="picklist">
              <legend>{t("transfer.department")}</legend>
              <div className="picks-in">
                {departments.map((one) => (
                  <PickRow
                    key={one.id}
                    {...picking}
                    value={`d:${one.id}`}
                    icon={<Icon of={IconUsersGroup} />}
                    note={t("transfer.people", { n: one.operators.length })}
                  >
                    <bdi>{one.name}</bdi>
                  </PickRow>
                ))}
              </div>
            </fieldset>
          )}
          <TextArea
            label={t("transfer.comment")}
            hint={t("transfer.comment.hint")}
            rows={2}
            maxLength={longestComment}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {picking.chosen?.startsWith("o:") && <p className="t13 soft">{t("transfer.asks")}</p>}
        </>
      )}
    </PickDialog>
  );
}
