import "./new-email.css";
import type { Operator } from "@parlour/protocol";
import { IconMail } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { useCommands } from "../../../../ui/keyboard/commands.ts";
import { useShortcuts } from "../../../../ui/keyboard/shortcuts.ts";
import { loadChunk } from "../../../../ui/loading/load-chunk.ts";
import { useEmailChannels } from "../../../../ui/email/email-channels.ts";
import { t } from "../../../../ui/email/text.ts";
import { DialogBoundary } from "../../../../ui/dialog/DialogBoundary.tsx";

const NewEmailDialog = lazy(() =>
  loadChunk(() => import("./email-parts.ts")).then((file) => ({
    default: file.NewEmailDialog,
  })),
);

/** Button that starts a chat with an email. Absent if the operator answers no email channel. */
export function NewEmailButton({ me }: { me: Operator }) {
  const channels = useEmailChannels(me);
  const requested = useRequestedEmail();
  const isOffered = channels.length > 0;
  const open = () => {
    if (isOffered) requested.open();
    return isOffered;
  };
  useShortcuts({ c: open });
  useCommands(() =>
    isOffered
      ? [
          {
            title: t("new.title"),
            kind: "go",
            commands: [
              {
                id: "new-email",
                label: t("new.title"),
                icon: IconMail,
                keys: "C",
                run: () => void open(),
              },
            ],
          },
        ]
      : [],
  );
  if (!isOffered) return null;
  return (
    <>
      <Button
        className="newemailopen"
        variant="quiet"
        icon={IconMail}
        keys="C"
        aria-label={t("new.title")}
        onClick={open}
      />
      {requested.isOpen && (
        <DialogBoundary onClose={requested.close}>
          <NewEmailDialog
            {...{ channels, me }}
            to={requested.recipient}
            onClose={requested.close}
          />
        </DialogBoundary>
      )}
    </>
  );
}

/** Returns whether the form is open, and the recipient if the URL requests an email to them. */
function useRequestedEmail() {
  const [isPressed, setPressed] = useState(false);
  const recipient = useLocation({ select: (location) => location.state.writeEmail });
  const navigate = useNavigate();
  return {
    recipient,
    isOpen: isPressed || recipient !== undefined,
    open: () => setPressed(true),
    close: () => {
      setPressed(false);
      // A reload or a step back must not open the form again.
      if (recipient !== undefined) void navigate({ to: ".", state: {}, replace: true });
    },
  };
}
