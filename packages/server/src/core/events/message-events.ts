import { eraseMessageData } from "../visitor/erase.ts";
import type { EventRules } from "./event-rules.ts";

export const messageEvents: {
  readonly [N in "message_created" | "message_updated"]: EventRules<N>;
} = {
  message_created: {
    needs: "chat of message",
    data: ({ message }) => message,
    apply: (state, { message }) => state.addMessage(message),
    erase: (message) => eraseMessageData(message),
  },
  message_updated: {
    needs: "chat",
    // `commit_batch` takes the new body of an edited message from here, without its `seq`.
    data: ({ message: { seq, ...message } }) => ({ message: { seq, ...message } }),
    apply(state, { message, chat, edited }, at) {
      const changed = state.changeChat(chat, at);
      if (edited === true) state.editMessage(changed, message);
      return changed;
    },
    erase: ({ message }) => ({ message: eraseMessageData(message) }),
  },
};
