import { IconChevronRight } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Icon } from "../../Icon.tsx";
import { useNow } from "../../time.ts";
import { loadChunk } from "../../loading/load-chunk.ts";
import { useOperatorNames } from "../../../state/inbox/operator-names.ts";
import { findAssignment, type RoutingStory } from "./routing-story.ts";
import { t } from "./routing-text.ts";
import { storyText } from "./format-routing.ts";

const RoutingCard = lazy(() =>
  loadChunk(() => import("./RoutingCard.tsx")).then(({ RoutingCard }) => ({
    default: RoutingCard,
  })),
);

/** Summarizes an assignment or a wait in one line. Its steps are loaded on demand (CORE-158). */
export function RoutingSummary({ story }: { story: RoutingStory }) {
  // Re-renders when operator names are loaded, because some texts contain them.
  useOperatorNames();
  const me = useCurrentOperator();
  const isWaiting = findAssignment(story) === null && story.closedAt === null;
  const now = useNow(1_000, isWaiting);
  const [isOpen, setOpen] = useState(false);
  const text = storyText(story, me.id, now);
  return (
    <details className="story" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t("story.details", { line: text })}>
        <span dir="auto">{text}</span> <Icon of={IconChevronRight} small flip />
      </summary>
      {isOpen && (
        <Suspense fallback={null}>
          <RoutingCard story={story} />
        </Suspense>
      )}
    </details>
  );
}
