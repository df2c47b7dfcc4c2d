import type { HomeTexts } from "../en/first.ts";

export const zh: HomeTexts = {
  isHere: "{names}在线",
  areHere: "{names}在线",
  others: { other: "另外{count}人" },
  repliesIn: "通常在{time}内回复",
  replyIn: "通常在{time}内回复",
  ready: "随时为您服务",
  away: "我们暂时离开",
  notHereNow: "我们现在不在",
  byMail: "我们会通过邮件回复。",
  backToday: "今天{time}回来",
  backTomorrow: "明天{time}回来",
  backOn: "{day}{time}回来",
  localTime: "{place}现在是{time}。",
  automatic: "自动回复",
  whoAnswers: "请选择由谁回答",
  ratherTalk: "想直接通话？",
  askForCall: "请求回电",
};
