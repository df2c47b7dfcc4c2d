import { usePreferences } from "../state/browser/preferences.ts";
import { can, useCurrentOperator } from "../state/session.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { modKey } from "../ui/keyboard/shortcuts.ts";
import { t } from "./text.ts";

const shortcutGroups = [
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
      ["G R", "nav.reports"],
      ["G S", "nav.settings"],
      ["G D", "nav.integrations"],
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
      ["/", "keys.filter"],
      ["1 … 6", "keys.view"],
    ],
  },
  {
    title: "keys.chat",
    needs: null,
    rows: [
      ["R", "keys.reply"],
      ["N", "keys.note"],
      ["A", "keys.assign"],
      ["T", "keys.transfer"],
      ["W", "keys.withdraw"],
      ["Y", "keys.accept"],
      ["D", "keys.decline"],
      ["I", "keys.invite"],
      ["B", "keys.block"],
      ["E", "keys.close"],
      ["U", "keys.unread"],
      ["]", "keys.panel"],
      ["Enter", "keys.send"],
      ["⇧ Enter", "keys.break"],
      [`${modKey}⇧ Enter`, "keys.send_close"],
      ["Esc", "keys.back"],
    ],
  },
  // Shown only to roles that can open the delivery log.
  { title: "keys.deliveries", needs: "integrations", rows: [["R", "keys.send_again"]] },
] as const;

/** Dialog with all keyboard shortcuts. The key ? opens it. */
export function KeyboardShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shortcuts } = usePreferences();
  const me = useCurrentOperator();
  const visibleGroups = shortcutGroups.filter(({ needs }) => needs === null || can(me, needs));
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
