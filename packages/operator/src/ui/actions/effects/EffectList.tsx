import type { Chat } from "@parlour/protocol";
import type { Action } from "@parlour/protocol/actions/actions";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { browserClock } from "../../../state/clock.ts";
import { Icon } from "../../Icon.tsx";
import { useQuickReplies } from "../../replies/use-quick-replies.ts";
import { useActionCatalogue } from "../use-action-catalogue.ts";
import "./effects.css";
import { predictEffects } from "./predict.ts";

interface EffectListProps {
  readonly actions: readonly Action[];
  readonly chat: Chat;
  /** The operator who runs the actions. null: a rule. */
  readonly me: { readonly id: number; readonly name: string } | null;
}

/** Lists what each action would do in the chat. */
export function EffectList({ actions, chat, me }: EffectListProps) {
  const catalogue = useActionCatalogue();
  const replies = useQuickReplies().data ?? [];
  const now = browserClock.now();
  return (
    <ol className="effects">
      {predictEffects(actions, { chat, me, catalogue, replies, now }).map((effect, n) => (
        <li key={n} className={effect.skipped === null ? undefined : "skipped"}>
          <Icon of={effect.skipped === null ? IconCheck : IconAlertTriangle} small />
          <span>
            <bdi>{effect.sentence}</bdi>
            {effect.skipped !== null && ` (${effect.skipped})`}
          </span>
        </li>
      ))}
    </ol>
  );
}
