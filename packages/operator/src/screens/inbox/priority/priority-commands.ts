import { priorityNames } from "@parlour/protocol/chat-priority";
import { IconFlag } from "@tabler/icons-react";
import { t } from "../../../ui/chat/priority-text.ts";
import type { Command } from "../../../ui/keyboard/commands.ts";
import { setPriority } from "./set-priority.ts";

/** Returns the palette commands that set the priority of a chat (ACT-004). */
export const createPriorityCommands = (chatId: number): readonly Command[] =>
  priorityNames.map((name) => ({
    id: `priority-${name}`,
    label: t("priority.button", { name: t(`priority.${name}`) }),
    icon: IconFlag,
    run: () => void setPriority(chatId, name),
  }));
