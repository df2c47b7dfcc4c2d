import { IconCopy, IconPlugConnected, IconRefresh } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useLiveStore } from "../../state/live-context.tsx";
import { may, useMe } from "../../state/session.tsx";
import { copyText } from "../../ui/Copy.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { t as ui } from "../../ui/text.ts";
import type { Group } from "./groups.ts";
import { t } from "./text.ts";
import { lineOf, wordsOfMessage } from "./words.ts";

/** What can be done with an article of the feed (Enter on it). Focus goes back to the article. */
export function ArticleMenu({ group, anchor, onClose }: { group: Group; anchor: RefObject<Element | null>; onClose: () => void }) {
  const live = useLiveStore();
  const me = useMe();
  const navigate = useNavigate();
  const message = group.lines.flatMap((line) => ("message" in line && !line.message.line ? [line.message] : [])).at(-1);
  const failed = group.lines.flatMap((line) =>
    "message" in line && line.message.delivery?.state === "failed" ? [line.message.delivery.id] : [],
  );
  const text = group.lines
    .map((line) => ("message" in line ? wordsOfMessage(line.message) || lineOf(line.message) : line.item.text))
    .join("\n");
  const copy = async () => {
    if (!(await copyText(text))) toast(ui("ui.copyfailed"), { tone: "bad" });
  };
  const again = async () => {
    try {
      for (const id of failed) await live.resend(id);
    } catch (error) {
      toast(t("fail.againfailed", { why: wordsOf(error) }), { tone: "bad" });
    }
  };
  return (
    <Popover
      className="popover float"
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom"
    >
      {/* A menu takes the focus when it opens (WAI-ARIA menu button). */}
      <Menu
        className="menulist"
        aria-label={t("article.menu")}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus="first"
        onAction={(key) => {
          onClose();
          if (key === "deliveries" && message)
            void navigate({
              to: "/integrations/$",
              params: { _splat: "deliveries" },
              search: { chat: message.chat_id, seq: message.seq } as never,
            });
          else void (key === "copy" ? copy() : again());
        }}
      >
        <MenuItem id="copy" className="menuitem">
          <Icon of={IconCopy} />
          {t("article.copy")}
        </MenuItem>
        {message !== undefined && may(me, "integrations") && (
          <MenuItem id="deliveries" className="menuitem">
            <Icon of={IconPlugConnected} />
            {t("article.deliveries")}
          </MenuItem>
        )}
        {failed.length > 0 && may(me, "chat") && (
          <MenuItem id="again" className="menuitem">
            <Icon of={IconRefresh} />
            {t("fail.again")}
          </MenuItem>
        )}
      </Menu>
    </Popover>
  );
}
