import type { Chat, Operator } from "@parlour/protocol";
import type { Macro } from "@parlour/protocol/api";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { browserClock } from "../../../state/clock.ts";
import { useActionCatalogue } from "../../../ui/actions/use-action-catalogue.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { useQuickReplies } from "../../../ui/replies/use-quick-replies.ts";
import "./macros.css";
import { predictEffects } from "./predict.ts";
import { t } from "./text.ts";

/** Lists what each action of a macro would do in the chat. */
export function EffectList({ macro, chat, me }: { macro: Macro; chat: Chat; me: Operator }) {
  const catalogue = useActionCatalogue();
  const replies = useQuickReplies().data ?? [];
  const now = browserClock.now();
  return (
    <section className="macroeffect" aria-label={t("macros.effect")}>
      <h3 className="cap">{t("macros.effect")}</h3>
      <ol>
        {predictEffects(macro.do, { chat, me, catalogue, replies, now }).map((effect, n) => (
          <li key={n} className={effect.skipped === null ? undefined : "skipped"}>
            <Icon of={effect.skipped === null ? IconCheck : IconAlertTriangle} small />
            <span>
              <bdi>{effect.sentence}</bdi>
              {effect.skipped !== null && ` (${effect.skipped})`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
