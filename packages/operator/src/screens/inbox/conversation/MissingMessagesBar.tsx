// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { hasMissingMessages, type MessageLog } from "@parlour/client";
import { IconRefresh } from "@tabler/icons-react";
import { useLive } from "../../../state/live-context.tsx";
import { useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { t } from "../text.ts";

/**
 * Warns that messages are missing and shows the progress, so that nobody replies without having
 * read them (product.md 1.3).
 */
export function MissingMessagesBar({ chatId }: { chatId: number }) {
  const connection = useLive((state) => state.connection);
  const hasMissing = useLive((state) => isIncomplete(state.snapshot.logs.get(chatId)));
  const isVisible = useDelayedLoading(connection.kind === "catching_up" || hasMissing, 300);
  if (!isVisible || (connection.kind !== "catching_up" && !hasMissing)) return null;
  const { done, total } = connection.kind === "catching_up" ? connection : { done: 0, total: 0 };
  return (
    <div className="progress" role="status">
      <p className="line">
        <Icon of={IconRefresh} small className="info" />
        <span className="grow medium">{t("conversation.catching")}</span>
        {total > 0 && (
          <span className="num soft">{t("conversation.catching.n", { done, total })}</span>
        )}
      </p>
      <progress
        className="bar"
        aria-label={t("conversation.catching")}
        {...(total > 0 && { max: total, value: done })}
      />
    </div>
  );
}

function isIncomplete(log: MessageLog | undefined): boolean {
  return log !== undefined && hasMissingMessages(log);
}
