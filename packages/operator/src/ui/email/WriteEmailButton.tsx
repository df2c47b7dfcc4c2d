import type { EmailAddress, Operator } from "@parlour/protocol";
import { IconMail } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { inboxRoute } from "../address/chat-routes.ts";
import { Button } from "../Button.tsx";
import { useEmailChannels } from "./email-channels.ts";
import { t } from "./text.ts";

/** Opens the form for an email to a visitor, in the inbox. Absent without an email channel. */
export function WriteEmailButton({
  me,
  to,
  isWide = false,
}: {
  me: Operator;
  to: EmailAddress;
  isWide?: boolean;
}) {
  const channels = useEmailChannels(me);
  const navigate = useNavigate();
  if (channels.length === 0) return null;
  const open = () =>
    void navigate({
      to: inboxRoute,
      params: (before) => ({ view: before.view ?? "mine", chat: before.chat }),
      state: { writeEmail: to },
    });
  return isWide ? (
    <Button small icon={IconMail} onClick={open}>
      {t("new.write")}
    </Button>
  ) : (
    <Button variant="quiet" icon={IconMail} aria-label={t("new.write")} onClick={open} />
  );
}
