import css from "./emoji.css?inline";
import { addStyles } from "./styles.ts";

addStyles(css);
const emoji =
  "😀 😃 😄 😁 😅 😂 🙂 🙃 😉 😊 😇 🥰 😍 😘 😋 😜 🤗 🤔 🤨 😐 🙄 😏 😌 😴 😷 🤒 🥳 😎 🤓 😕 😟 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 👍 👎 👌 🤞 👋 🙏 👏 💪 🤝 👀 ❤️ 💛 💚 💙 💔 ✨ ⭐ 🔥 🎉 🎁 ✅ ❌ ❓ ❗ 📦 🚚 💳 🕐".split(
    " ",
  );

/** A small choice, all that fits without a search; read out by the names that the system gives them. */
export function Emoji({ pick, label }: { readonly pick: (emoji: string) => void; readonly label: string }) {
  return (
    <ul class="pw-emoji" aria-label={label}>
      {emoji.map((one) => (
        <li key={one}>
          <button type="button" onClick={() => pick(one)}>
            {one}
          </button>
        </li>
      ))}
    </ul>
  );
}
