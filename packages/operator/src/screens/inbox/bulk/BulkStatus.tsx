// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { cancelBulk, dismissBulk, loadRefusals, type BulkProgress } from "./bulk-run.ts";
import { t } from "./text.ts";

/** Shows the progress of a bulk action with Cancel, and then its result. */
export function BulkStatus({ progress }: { progress: BulkProgress }) {
  const { id, state, total, processed, refused } = progress;
  const [showsDetails, setDetails] = useState(false);
  if (state === "running")
    return (
      <section className="bulkbar" aria-label={t("bulk.bar")}>
        <div className="line">
          <p className="grow medium num">{t("bulk.running", { processed, total })}</p>
          <Button small onClick={() => void cancelBulk(id)} title={t("bulk.cancel.hint")}>
            {t("bulk.cancel")}
          </Button>
        </div>
        <progress
          className="bar"
          aria-label={t("bulk.running", { processed, total })}
          max={total}
          value={processed}
        />
      </section>
    );
  return (
    <section className="bulkbar" aria-label={t("bulk.bar")}>
      <div className="line">
        <p role="status" className="grow medium num">
          {state === "cancelled" && `${t("bulk.cancelled")} `}
          {t("bulk.result", { done: processed - refused, refused })}
        </p>
        {refused > 0 && (
          <Button small aria-haspopup="dialog" onClick={() => setDetails(true)}>
            {t("bulk.details")}
          </Button>
        )}
        <Button
          variant="quiet"
          small
          icon={IconX}
          aria-label={t("bulk.dismiss")}
          onClick={dismissBulk}
        />
      </div>
      {showsDetails && <RefusalsDialog id={id} onClose={() => setDetails(false)} />}
    </section>
  );
}

/** Lists the chats of which the action was refused, with the reasons. */
function RefusalsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const chats = useLiveState((state) => state.snapshot.chats);
  const query = useQuery({ queryKey: ["bulk", id], queryFn: () => loadRefusals(id) });
  return (
    <Dialog title={t("bulk.refused")} open onClose={onClose}>
      <QueryList query={query} items={query.data} errorText={t("bulk.refused.failed")}>
        {(refusals) => (
          <ul className="bulkrefusals">
            {refusals.map(({ chatId, message }) => {
              const chat = chats.get(chatId)?.chat;
              return (
                <li key={chatId}>
                  <bdi className="medium">
                    {chat ? getVisitorName(chat) : t("bulk.chat", { id: chatId })}
                  </bdi>
                  <span className="soft">{message}</span>
                </li>
              );
            })}
          </ul>
        )}
      </QueryList>
    </Dialog>
  );
}
