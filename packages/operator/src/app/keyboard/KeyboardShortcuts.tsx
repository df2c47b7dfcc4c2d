import { usePreferences } from "../../state/browser/preferences.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useHasModel } from "../../ui/assist/use-has-model.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { modKey } from "../../ui/keyboard/shortcuts.ts";
import { joinTexts } from "../../text/index.ts";
import { shellText } from "../shell-text.ts";
import { shortcutsText } from "./shortcuts-text.ts";

const t = joinTexts(shellText, shortcutsText);

type Permission = Parameters<typeof can>[1];
/** `model`: the account has a model, and the operator may read what it gets. */
type Need = Permission | "model";
interface ShortcutGroup {
  readonly title: TextName;
  readonly needs: Permission | null;
  readonly rows: readonly (readonly [keys: string, text: TextName, needs?: Need])[];
}
type TextName = Parameters<typeof t>[0];

/** Groups of keys. `needs` and the third value of a row name what they require. */
const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "keys.anywhere",
    needs: null,
    rows: [
      [`${modKey}K`, "keys.palette"],
      ["?", "keys.sheet"],
      [`${modKey}J`, "keys.reply_waiting"],
      ["G W", "keys.queue"],
      ["Z", "keys.notice"],
      ["G I", "nav.inbox"],
      ["G V", "nav.visitors"],
      ["G A", "nav.archive"],
      ["G H", "nav.articles"],
      ["G R", "nav.reports", "reports.read"],
      ["G S", "nav.settings", "settings"],
      ["G D", "nav.integrations", "deliveries.read"],
      ["F6", "keys.pane"],
    ],
  },
  {
    title: "keys.list",
    needs: null,
    rows: [
      ["J ↓", "keys.next"],
      ["K ↑", "keys.previous"],
      ["⇧ J", "keys.next_unread"],
      ["⇧ K", "keys.previous_unread"],
      ["Enter", "keys.open"],
      ["X", "keys.select"],
      ["⇧ X ⇧ ↓", "keys.select_range"],
      [`${modKey}A`, "keys.select_all"],
      ["/", "keys.filter"],
      ["1 … 7", "keys.view"],
      ["G 1 … 9", "keys.saved_view"],
    ],
  },
  {
    title: "keys.chat",
    needs: null,
    rows: [
      ["C", "keys.new_email"],
      ["R", "keys.reply"],
      ["N", "keys.note"],
      ["V", "keys.voice"],
      ["A", "keys.assign"],
      ["T", "keys.transfer"],
      ["W", "keys.withdraw"],
      ["Y", "keys.accept"],
      ["D", "keys.decline"],
      ["I", "keys.invite"],
      ["B", "keys.block"],
      ["H", "keys.snooze"],
      ["P", "keys.promise"],
      ["M 1 … 9", "keys.macro"],
      ["L", "keys.tag"],
      ["E", "keys.close"],
      ["U", "keys.unread"],
      ["]", "keys.panel"],
      ["Enter", "keys.send"],
      ["⇧ Enter", "keys.break"],
      ["Ctrl Space", "keys.suggest", "model"],
      ["Ctrl ⇧ R", "keys.rewrite", "model"],
      ["↑", "keys.edit_last"],
      [`${modKey}⇧ Enter`, "keys.send_close"],
      ["Space", "keys.letter"],
      ["Esc", "keys.back"],
    ],
  },
  {
    title: "keys.proof",
    needs: "bots.manage",
    rows: [
      ["J", "keys.next_result", "model"],
      ["K", "keys.previous_result", "model"],
      ["G", "keys.mark_good", "model"],
      ["W", "keys.mark_wrong", "model"],
      ["S", "keys.skip_result", "model"],
    ],
  },
  { title: "keys.deliveries", needs: "deliveries.read", rows: [["R", "keys.send_again"]] },
];

/** Dialog with all keyboard shortcuts. The key ? opens it. */
export function KeyboardShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shortcuts } = usePreferences();
  const me = useCurrentOperator();
  const hasModel = useHasModel(me);
  const isAllowed = (needs: Need | null): boolean =>
    needs === "model" ? hasModel : needs === null || can(me, needs);
  const visibleGroups = shortcutGroups
    .filter(({ needs }) => isAllowed(needs))
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter(([, , needs = null]) => isAllowed(needs)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Dialog title={t("keys.title")} open={open} onClose={onClose} wide>
      {!shortcuts && <p className="soft">{t("keys.off")}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the dialog scrolls on small screens and has nothing else to focus */}
      <section className="keysheet" aria-label={t("keys.title")} tabIndex={0}>
        {visibleGroups.map((group) => (
          <section key={group.title}>
            <h3 className="cap">{t(group.title)}</h3>
            <dl>
              {group.rows.map(([keys, id]) => (
                <div key={id}>
                  <dt>{t(id)}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
