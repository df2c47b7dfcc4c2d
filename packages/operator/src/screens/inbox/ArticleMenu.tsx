import { IconCopy, IconPlugConnected, IconRefresh } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useLiveStore } from "../../state/live-context.tsx";
import { may, useMe } from "../../state/session.tsx";
import { copyText } from "../../ui/Copy.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { t as ui } from "../../ui/text.ts";
import type { Group } from "./groups.ts";
import { t } from "./text.ts";
import { lineOf, wordsOfMessage } from "./words.ts";

/** Menu of a message group, opened by Enter. The focus returns to the group. */
export function ArticleMenu({ group, anchor, onClose }: { group: Group; anchor: RefObject<Element | null>; onClose: () => void }) {
  const me = useMe();
  const { message, failed } = partsOf(group);
  const act = useArticleDeeds(group);
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
          act(String(key));
        }}
      >
        <Entry id="copy" icon={IconCopy} words={t("article.copy")} />
        {message !== undefined && may(me, "integrations") && (
          <Entry id="deliveries" icon={IconPlugConnected} words={t("article.deliveries")} />
        )}
        {failed.length > 0 && may(me, "chat") && <Entry id="again" icon={IconRefresh} words={t("fail.again")} />}
      </Menu>
    </Popover>
  );
}

function Entry({ id, icon, words }: { id: string; icon: IconType; words: string }) {
  return (
    <MenuItem id={id} className="menuitem">
      <Icon of={icon} />
      {words}
    </MenuItem>
  );
}

/** Returns the last stored message of a group, and its failed messages. */
function partsOf({ lines }: Group) {
  return {
    message: lines.flatMap((line) => ("message" in line && !line.message.line ? [line.message] : [])).at(-1),
    failed: lines.flatMap((line) => ("message" in line && line.message.delivery?.state === "failed" ? [line.message] : [])),
  };
}

function useArticleDeeds(group: Group): (name: string) => void {
  const live = useLiveStore();
  const navigate = useNavigate();
  const { message, failed } = partsOf(group);
  const copy = async () => {
    const words = group.lines.map((line) => ("message" in line ? wordsOfMessage(line.message) || lineOf(line.message) : line.item.text));
    if (!(await copyText(words.join("\n")))) toast(ui("ui.copyfailed"), { tone: "bad" });
  };
  const again = async () => {
    try {
      for (const one of failed) await live.retryMessage(one);
    } catch (error) {
      const chat = message && live.get().snapshot.chats.get(message.chat_id)?.chat;
      toast(t("fail.againfailed", { why: wordsOf(error) }), { tone: "bad", chat });
    }
  };
  return (name) => {
    if (name === "deliveries" && message) {
      const search = { chat: message.chat_id, seq: message.seq } as never;
      void navigate({ to: "/integrations/$", params: { _splat: "deliveries" }, search });
    } else void (name === "copy" ? copy() : again());
  };
}
