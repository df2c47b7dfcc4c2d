import type { HomeTexts } from "../en/first.ts";

export const ko: HomeTexts = {
  isHere: "{names} 님이 상담 중입니다",
  areHere: "{names} 님이 상담 중입니다",
  others: { other: "외 {count}명" },
  repliesIn: "보통 {time} 이내에 답변합니다",
  replyIn: "보통 {time} 이내에 답변합니다",
  ready: "도와드릴 준비가 되어 있습니다",
  away: "잠시 자리를 비웠습니다",
  notHereNow: "지금은 자리를 비웠습니다",
  byMail: "이메일로 답변드립니다.",
  backToday: "오늘 {time}에 돌아옵니다",
  backTomorrow: "내일 {time}에 돌아옵니다",
  backOn: "{day} {time}에 돌아옵니다",
  localTime: "{place}의 현재 시각은 {time}입니다.",
  automatic: "자동 응답",
  whoAnswers: "누구와 상담하시겠습니까?",
  ratherTalk: "전화 상담을 원하시나요?",
  askForCall: "전화 요청",
};
