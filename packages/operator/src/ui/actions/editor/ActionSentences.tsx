import { formatAction, type ActionCatalogue, type DraftAction } from "../action-catalogue.ts";

interface SentencesProps {
  readonly actions: readonly DraftAction[];
  readonly catalogue: ActionCatalogue;
}

/** Lists actions as sentences, for operators who cannot change them. */
export const ActionSentences = ({ actions, catalogue }: SentencesProps) => (
  <ol className="actionlist">
    {actions.map((action, n) => (
      <li key={n}>
        <bdi>{formatAction(action, catalogue)}</bdi>
      </li>
    ))}
  </ol>
);
