import type { OperatorStatus } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../state/api/api.ts";
import { Select, TextField } from "../../ui/Field.tsx";
import { formatStatusName } from "../../ui/presence/use-custom-status.ts";
import { TimeDialog } from "../../ui/time-words/TimeDialog.tsx";
import { t } from "./text.ts";

interface StatusEndDialogProps {
  /** At least one. */
  statuses: readonly OperatorStatus[];
  onClose: () => void;
}

/** Chooses a status with an end in words and a comment (STATUS-007). */
export function StatusEndDialog({ statuses, onClose }: StatusEndDialogProps) {
  const [id, setId] = useState(String(statuses[0]?.id));
  const [comment, setComment] = useState("");
  return (
    <TimeDialog
      title={t("presence.end.title")}
      label={t("presence.end.until")}
      button={t("presence.end.set")}
      onClose={onClose}
      onTime={(at) =>
        api.setPresence({
          status_id: Number(id),
          status_until: new Date(at).toISOString(),
          status_comment: comment,
        })
      }
      before={
        <Select
          label={t("presence.end.status")}
          value={id}
          onChange={({ target }) => setId(target.value)}
          options={statuses.map((status) => ({
            value: String(status.id),
            label: formatStatusName(status),
          }))}
        />
      }
      after={
        <TextField
          label={t("presence.end.comment")}
          hint={t("presence.end.comment.hint")}
          maxLength={200}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      }
    />
  );
}
