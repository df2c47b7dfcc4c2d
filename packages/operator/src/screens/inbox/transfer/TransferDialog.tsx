import type { Chat, Operator } from "@parlour/protocol";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useLiveClient } from "../../../state/live-context.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { useTransferCandidates, useDepartments } from "./transfer-candidates.ts";
import { OperatorOption } from "./OperatorPicker.tsx";
import { OperatorPickerDialog } from "./OperatorPickerDialog.tsx";
import { t } from "./text.ts";

/** Maximum length of the comment for operators on a transfer (API-025). */
const maxCommentLength = 1000;

interface TransferDialogProps {
  chat: Chat;
  me: Operator;
  onClose: () => void;
}

/**
 * Transfers the chat to an operator, who can accept or decline, or to a department, where it waits
 * (product.md 3).
 */
export function TransferDialog({ chat, me, onClose }: TransferDialogProps) {
  const live = useLiveClient();
  const { candidates, error } = useTransferCandidates(chat, me);
  const departments = useDepartments();
  const [comment, setComment] = useState("");
  const transfer = (to: string) => {
    const target = Number(to.slice(2));
    return live.transfer(
      chat.id,
      to.startsWith("o:") ? { operator_id: target } : { department_id: target },
      comment.trim(),
    );
  };
  return (
    <OperatorPickerDialog
      title={t("transfer.title", { name: getVisitorName(chat) })}
      verb={t("transfer.verb")}
      candidates={candidates}
      error={error}
      onPick={transfer}
      onClose={onClose}
    >
      {(picker) => (
        <>
          {departments && departments.length > 0 && (
            <fieldset className="picklist">
              <legend>{t("transfer.department")}</legend>
              <div className="picks-in">
                {departments.map((department) => (
                  <OperatorOption
                    key={department.id}
                    {...picker}
                    value={`d:${department.id}`}
                    icon={<Icon of={IconUsersGroup} />}
                    note={t("transfer.people", { n: department.operators.length })}
                  >
                    <bdi>{department.name}</bdi>
                  </OperatorOption>
                ))}
              </div>
            </fieldset>
          )}
          <TextArea
            label={t("transfer.comment")}
            hint={t("transfer.comment.hint")}
            rows={2}
            maxLength={maxCommentLength}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {picker.chosen?.startsWith("o:") && <p className="t13 soft">{t("transfer.asks")}</p>}
        </>
      )}
    </OperatorPickerDialog>
  );
}
