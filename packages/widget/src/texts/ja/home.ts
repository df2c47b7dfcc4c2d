import type { HomeTexts } from "../en/first.ts";

export const ja: HomeTexts = {
  isHere: "{names}さんが対応中です",
  areHere: "{names}さんが対応中です",
  others: { other: "他{count}名" },
  repliesIn: "通常{time}以内に返信します",
  replyIn: "通常{time}以内に返信します",
  ready: "お気軽にお問い合わせください",
  away: "ただいま席を外しています",
  notHereNow: "ただいま不在です",
  byMail: "メールで返信いたします。",
  backToday: "本日{time}に戻ります",
  backTomorrow: "明日{time}に戻ります",
  backOn: "{day} {time}に戻ります",
  localTime: "{place}の現在時刻は{time}です。",
  automatic: "自動応答",
  whoAnswers: "どちらにおつなぎしますか？",
  ratherTalk: "お電話をご希望ですか？",
  askForCall: "折り返し電話を依頼",
};
