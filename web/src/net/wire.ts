// Made from the Python Structs by `npm run types`; do not edit. f0a255ce3796a534
export type Emblem =
  | "anchor"
  | "axe"
  | "bell"
  | "boot"
  | "canoe"
  | "compass"
  | "drum"
  | "feather"
  | "fish"
  | "hat"
  | "jug"
  | "key"
  | "lantern"
  | "mountain"
  | "tent"
  | "torch";
export type Colour =
  | "clay"
  | "fern"
  | "honey"
  | "ivory"
  | "lilac"
  | "mist"
  | "moss"
  | "night"
  | "rose"
  | "rust"
  | "sage"
  | "sand"
  | "slate"
  | "soot"
  | "umber"
  | "wine";
export type Incoming =
  | Hello
  | Pick
  | Try
  | Note
  | TakeBack
  | Answer
  | Say
  | Sit
  | CommitWord
  | Open
  | Leave
  | Rename
  | Piece
  | AddBot
  | InviteBot
  | RevokeBot
  | FreeSeat
  | Start
  | Kick
  | Mute
  | AskLook
  | LetLook
  | Replace
  | Holiday
  | CallMe
  | Pace
  | GiveLink
  | HelpMe
  | HelpAtMost
  | Why
  | Rematch
  | Ping;
export type Outgoing =
  View | Tried | RoomMessage | Clock | Notes | Because | Link | Token | RefusedMessage | Gone | Pong;
export type Http =
  | GameInfo
  | LessonAnswer
  | LessonStep
  | WhatIfAsked
  | WhatIfShown
  | HowToPlay
  | PartsFile
  | PartsRead
  | OwnParts
  | NewRoom
  | Join
  | RoomLink
  | RoomSummary
  | Vacation
  | VacationTaken
  | Me
  | DeviceLink
  | Device
  | PushKey
  | PushOn
  | PushOff
  | History
  | Statistics
  | BotSaid
  | Weighed
  | Review
  | Replay
  | DailyTable
  | NewEvening
  | EveningAct
  | Evening
  | Trouble
  | CompanionAsked
  | CompanionState
  | CompanionProof
  | CompanionReview
  | PuzzleAsked
  | PuzzleTry
  | PuzzleTold
  | OwnPuzzles;

export interface Hello {
  type: "hello";
  language?: "de" | "en" | "fr" | "it";
  motion?: boolean;
  id?: number | null;
}
export interface Pick {
  type: "pick";
  turn: number;
  pick: number | number[];
  aloud?: boolean;
  id?: number | null;
}
export interface Try {
  type: "try";
  turn: number;
  try: number[];
  help?: boolean;
  id?: number | null;
}
export interface Note {
  type: "note";
  marks: unknown;
  id?: number | null;
}
export interface TakeBack {
  type: "take_back";
  id?: number | null;
}
export interface Answer {
  type: "answer";
  yes: boolean;
  id?: number | null;
}
export interface Say {
  type: "say";
  text: string;
  id?: number | null;
}
export interface Sit {
  type: "sit";
  seat?: number | null;
  person?: number | null;
  name?: string | null;
  emblem?: Emblem | null;
  colour?: Colour | null;
  id?: number | null;
}
export interface CommitWord {
  type: "commit";
  hash: string;
  person?: number | null;
  id?: number | null;
}
export interface Open {
  type: "open";
  word: string;
  person?: number | null;
  id?: number | null;
}
export interface Leave {
  type: "leave";
  person?: number | null;
  id?: number | null;
}
export interface Rename {
  type: "rename";
  name: string;
  id?: number | null;
}
export interface Piece {
  type: "piece";
  emblem: Emblem;
  colour: Colour;
  person?: number | null;
  id?: number | null;
}
export interface AddBot {
  type: "add_bot";
  seat: number;
  bot: string;
  id?: number | null;
}
export interface InviteBot {
  type: "invite_bot";
  seat: number;
  id?: number | null;
}
export interface RevokeBot {
  type: "revoke_bot";
  seat: number;
  id?: number | null;
}
export interface FreeSeat {
  type: "free_seat";
  seat: number;
  id?: number | null;
}
export interface Start {
  type: "start";
  id?: number | null;
}
export interface Kick {
  type: "kick";
  seat: number;
  id?: number | null;
}
export interface Mute {
  type: "mute";
  seat?: number | null;
  who?: string | null;
  on?: boolean;
  id?: number | null;
}
export interface AskLook {
  type: "look";
  seat?: number | null;
  id?: number | null;
}
export interface LetLook {
  type: "let_look";
  who: string;
  yes?: boolean;
  id?: number | null;
}
export interface Replace {
  type: "replace";
  seat: number;
  yes?: boolean;
  id?: number | null;
}
export interface Holiday {
  type: "holiday";
  days: number;
  id?: number | null;
}
export interface CallMe {
  type: "call_me";
  address: string;
  form?: "json" | "text";
  id?: number | null;
}
export interface Pace {
  type: "pace";
  milliseconds: number;
  id?: number | null;
}
export interface GiveLink {
  type: "give_link";
  seat?: number | null;
  id?: number | null;
}
export interface HelpMe {
  type: "help_me";
  level: "pencil" | "referee" | "teacher";
  id?: number | null;
}
export interface HelpAtMost {
  type: "help_at_most";
  level: "pencil" | "referee" | "teacher";
  id?: number | null;
}
export interface Why {
  type: "why";
  claim: unknown;
  id?: number | null;
}
export interface Rematch {
  type: "rematch";
  bot?: string | null;
  id?: number | null;
}
export interface Ping {
  type: "ping";
  id?: number | null;
}
export interface View {
  type: "view";
  turn: number;
  eye: number | ("all" | "audience");
  moments: Moment[];
  legal: Choice[];
  watched?: boolean;
  places?: number[];
  printed?: {
    [k: string]: unknown;
  };
  help?: HelpShown;
}
export interface Moment {
  n: number;
  entry?: Entry;
  prompt?: string;
  to_act?: number[];
  scores?: number[];
  result?: string[];
  picture?: unknown;
}
export interface Entry {
  by: number | "table";
  action: unknown;
  text: string;
}
export interface Choice {
  action: unknown;
  label: string;
}
export interface HelpShown {
  level: "pencil" | "referee" | "teacher";
  shown: unknown;
}
export interface Tried {
  type: "tried";
  id: number | null;
  try: number[];
  view: View;
}
export interface RoomMessage {
  type: "room";
  protocol: number;
  room: string;
  code: string;
  link: string;
  game: string;
  title: string;
  secrets: boolean;
  rules: boolean;
  reconstructed: boolean;
  lessons: boolean;
  options: {
    [k: string]: boolean | number | string;
  };
  seats: Seat[];
  you: You;
  watchers: number;
  watching: boolean;
  public: boolean;
  sharing: boolean;
  bots: string[];
  pace: number;
  clock: ClockLimit | null;
  help: ("pencil" | "referee" | "teacher") | null;
  started: boolean;
  over: boolean;
  starting: boolean;
  commitment: string;
  promise: string | null;
  rounds: number;
  asked: Asked | null;
  rematch: string | null;
  rematch_wanted: number[];
  offer: string | null;
  record: string | null;
  trouble: string | null;
  notice: string | null;
  lines: Line[];
  muted: string[];
  looks: Looking[];
  shared: Shared | null;
}
export interface Seat {
  seat: number;
  name: string;
  kind: "bot" | "free" | "kept" | "person";
  bot: string | null;
  level: string | null;
  open: boolean;
  connected: boolean;
  shared: boolean;
  emblem: Emblem | ("bambu" | "cacao" | "coco" | "liana" | "mango" | "nopal" | "palma" | "papaya");
  colour: Colour | "lichen";
  host: boolean;
  muted: boolean;
  commitment: string | null;
  help: ("pencil" | "referee" | "teacher") | null;
  about: string | null;
  team: number | null;
  gone: boolean;
  replacing: number[] | null;
}
export interface You {
  name: string;
  seat: number | null;
  kept: number | null;
  person: number | null;
  people: Person[];
  next_person: number | null;
  host: boolean;
  muted: boolean;
  may_watch: boolean;
  called_at: string | null;
  called_form: "json" | "text";
  look: Looking | null;
}
export interface Person {
  person: number;
  seat: number;
  kept: boolean;
}
export interface Looking {
  who: string;
  name: string;
  seat: number | null;
  agreed: number[];
  open: boolean;
  refused: boolean;
}
export interface ClockLimit {
  kind: "bank" | "move";
  seconds: number;
  increment: number;
}
export interface Asked {
  seat: number;
  agreed: number[];
}
export interface Line {
  at: number;
  name: string | null;
  seat: number | null;
  who: string | null;
  text: string;
}
export interface Shared {
  kind: "daily" | "evening";
  closed: boolean;
  ended: boolean;
  page: string;
}
export interface Clock {
  type: "clock";
  left: (number | null)[];
  running: number[];
  away: number[];
  holiday: number[];
}
export interface Notes {
  type: "notes";
  seat: number;
  marks: unknown;
}
export interface Because {
  type: "because";
  id: number | null;
  lines: string[];
}
export interface Link {
  type: "link";
  id: number | null;
  seat: number;
  link: string;
  qr: string;
}
export interface Token {
  type: "token";
  id: number | null;
  seat: number;
  token: string;
  address: string;
}
export interface RefusedMessage {
  type: "refused";
  id: number | null;
  sentence: string;
  why: "busy" | "forbidden" | "illegal" | "stale" | "trouble" | "unclear";
}
export interface Gone {
  type: "gone";
  sentence: string;
}
export interface Pong {
  type: "pong";
  id: number | null;
}
export interface GameInfo {
  game: string;
  title: string;
  about: string;
  seats: number[];
  minutes: number;
  alone: number;
  languages: string[];
  options: OptionInfo[];
  bots: string[];
  rules: boolean;
  parts: boolean;
  lessons: LessonInfo[];
  puzzles: boolean;
  companion: ("referee" | "sheet")[];
}
export interface OptionInfo {
  name: string;
  title: string;
  about: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  seats: number[];
}
export interface LessonInfo {
  name: string;
  title: string;
  minutes: number;
  steps: number;
}
export interface LessonAnswer {
  line: number[][];
  do: "answer" | "back" | "look" | "show" | "try";
  picks: number[];
}
export interface LessonStep {
  line: number[][];
  step: number;
  steps: number;
  kind: "choose" | "end" | "look" | "move";
  say: string;
  point: string[];
  choices: string[];
  found: number[];
  challenge: boolean;
  label: string | null;
  refused: string | null;
  title: string;
  names: string[];
  marks: unknown;
  view: View;
}
export interface WhatIfAsked {
  move: number;
  level: string;
  seed: string;
  line: number[][];
  tries: number[];
}
export interface WhatIfShown {
  names: string[];
  view: View;
  happened: number[];
}
export interface HowToPlay {
  title: string;
  blocks: Block[];
  turn: Block[];
  lessons: boolean;
}
export interface Block {
  kind: "heading" | "item" | "text";
  text: string;
}
export interface PartsFile {
  parts: string | null;
}
export interface PartsRead {
  printed: unknown;
  sentence: string;
  reason: string;
  line: number;
  where: string;
}
export interface OwnParts {
  text: string;
}
export interface NewRoom {
  game: string;
  seats: number | null;
  options: {
    [k: string]: boolean | number | string;
  };
  parts: string | null;
  public: boolean;
  watching: boolean;
  sharing: boolean;
  sit: boolean;
  emblem: Emblem | null;
  colour: Colour | null;
  bots: string[];
  start: boolean;
  pace: number | null;
  clock: string | null;
}
export interface Join {
  code: string;
}
export interface RoomLink {
  room: string;
  code: string;
  link: string;
}
export interface RoomSummary {
  room: string;
  link: string;
  game: string;
  title: string;
  names: string[];
  free: number;
  started: boolean;
  over: boolean;
  your_move: boolean;
  left: number | null;
  slow: boolean;
  changed: number;
  series: string;
}
export interface Vacation {
  days: number;
}
export interface VacationTaken {
  tables: number;
}
export interface Me {
  name: string;
}
export interface DeviceLink {
  link: string;
  qr: string;
  seconds: number;
}
export interface Device {
  id: string;
  label: string;
  added: number;
  here: boolean;
  first: boolean;
}
export interface PushKey {
  key: string;
}
export interface PushOn {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: "de" | "en" | "fr" | "it";
}
export interface PushOff {
  endpoint: string;
}
export interface History {
  games: HistoryGame[];
  next: string;
  counts: HistoryCount[];
  missing: number;
}
export interface HistoryGame {
  room: string;
  game: string;
  title: string;
  ended: number;
  sides: number;
  closed: boolean;
  review: boolean;
  seats: HistorySeat[];
}
export interface HistorySeat {
  name: string;
  bot: string | null;
  place: number;
  score: number;
  yours: boolean;
}
export interface HistoryCount {
  game: string;
  title: string;
  games: number;
}
export interface Statistics {
  person: number;
  people: StatisticsPerson[];
  games: number;
  wins: number;
  longest: number;
  enough: number;
  reviewing: number;
  of: GameStatistics[];
}
export interface StatisticsPerson {
  person: number;
  name: string;
  games: number;
}
export interface GameStatistics {
  game: string;
  title: string;
  games: number;
  wins: number;
  places: number[];
  longest: number;
  running: number;
  groups: StatisticsGroup[];
  recent: StatisticsPoint[];
  reviewable: boolean;
  reviewed: number;
  unit: string;
  summed: boolean;
  luck: Mean | null;
  play: Mean | null;
  marks: MarkCount[];
}
export interface StatisticsGroup {
  level: string;
  seats: number;
  games: number;
  places: number[];
}
export interface StatisticsPoint {
  room: string;
  ended: number;
  place: number;
  sides: number;
  score: number;
  luck: number | null;
  play: number | null;
}
export interface Mean {
  value: number;
  off: number;
}
export interface MarkCount {
  text: string;
  times: number;
  games: number;
}
export interface BotSaid {
  seat: number;
  lines: string[];
}
export interface Weighed {
  lines: string[];
}
export interface Review {
  state: "done" | "stopped" | "working";
  done: number;
  seats: number;
  seat: number;
  told: Told | null;
  totals: ReviewTotal[];
  began: number;
  trouble: string;
}
export interface Told {
  seat: number;
  unit: "percent" | "points";
  parts: Part[];
  result: number;
  play: number | null;
  luck: number | null;
  expert: [number, number] | null;
  line: string;
  curve: [number, number][];
  rounds: [number, number][];
  left: Left[];
  moments: ToldMoment[];
}
export interface Part {
  kind: string;
  label: string;
  value: number;
}
export interface Left {
  move: number;
  worlds: number;
}
export interface ToldMoment {
  move: number;
  kind: string;
  label: string;
  value: number;
  plain: boolean;
  key: boolean;
  lines: string[];
  better: number | null;
}
export interface ReviewTotal {
  seat: number;
  result: number;
  line: string;
}
export interface Replay {
  room: string;
  eye: number | ("all" | "audience");
  names: string[];
  moves: number;
  moments: Moment[];
  printed: {
    [k: string]: unknown;
  };
}
export interface DailyTable {
  game: string;
  title: string;
  date: string;
  today: boolean;
  seats: number;
  bot: string;
  hash: string;
  seed: string | null;
  ends: number;
  closes: number;
  begun: number;
  finished: number;
  yours: DailyOwn | null;
  standings: DailyStanding[];
  days: string[];
}
export interface DailyOwn {
  room: string;
  over: boolean;
  ended: boolean;
  points: number | null;
  place: number | null;
}
export interface DailyStanding {
  place: number;
  name: string;
  points: number;
  at_table: number;
  room: string;
  you: boolean;
}
export interface NewEvening {
  game: string;
  seats: number | null;
  options: {
    [k: string]: boolean | number | string;
  };
  parts: string | null;
  tables: number;
  bot: string;
}
export interface EveningAct {
  do: "end" | "leave" | "let_bot" | "sit" | "start";
  table: number;
  seat: number;
}
export interface Evening {
  code: string;
  link: string;
  game: string;
  title: string;
  options: {
    [k: string]: boolean | number | string;
  };
  bot: string;
  host_name: string;
  host: boolean;
  name: string;
  round: number;
  running: boolean;
  plan: (string | null)[][];
  your_table: number | null;
  your_seat: number | null;
  your_room: string | null;
  rounds: EveningRound[];
  standings: EveningStanding[];
}
export interface EveningRound {
  number: number;
  hash: string;
  seed: string | null;
  tables: EveningTable[];
}
export interface EveningTable {
  number: number;
  room: string | null;
  yours: boolean;
  over: boolean;
  ended: boolean;
  seats: EveningSeat[];
}
export interface EveningSeat {
  name: string;
  bot: boolean;
  away: boolean;
  points: number | null;
  difference: number | null;
}
export interface EveningStanding {
  place: number;
  name: string;
  difference: number;
  rounds: number;
  you: boolean;
}
export interface Trouble {
  sentence: string;
}
export interface CompanionAsked {
  seats: number;
  names: string[];
  options: {
    [k: string]: boolean | number | string;
  };
  parts: string | null;
  eye: number | "audience";
  help: "pencil" | "referee" | "teacher";
  marks: {
    [k: string]: unknown;
  };
  depth: "referee" | "sheet";
  entries: CompanionEntry[];
  claim: {
    [k: string]: unknown;
  };
}
export interface CompanionEntry {
  by: number | "table";
  action: {
    [k: string]: unknown;
  };
}
export interface CompanionState {
  title: string;
  names: string[];
  depths: ("referee" | "sheet")[];
  view: View;
  noted: CompanionNoted[];
  form: CompanionForm | null;
  next: CompanionForm[];
  read_back: number[];
  stuck: number | null;
  contradiction: CompanionContradiction | null;
  judged: CompanionJudged[];
  over: boolean;
}
export interface CompanionNoted {
  n: number | null;
  text: string;
  state: "good" | "stuck" | "waiting";
  sentence: string;
}
export interface CompanionForm {
  by: number | "table";
  prompt: string;
  kind: string;
  choices: CompanionChoice[];
  gone: CompanionGone[];
}
export interface CompanionChoice {
  by: number | "table";
  action: unknown;
  label: string;
  group: string | null;
}
export interface CompanionGone {
  action: unknown;
  label: string;
  entry: number;
}
export interface CompanionContradiction {
  sentence: string;
  suspects: CompanionSuspect[];
}
export interface CompanionSuspect {
  entry: number;
  text: string;
  share: number;
  others: CompanionChoice[];
}
export interface CompanionJudged {
  n: number;
  text: string;
}
export interface CompanionProof {
  lines: string[];
}
export interface CompanionReview {
  told: Told;
}
export interface PuzzleAsked {
  game: string;
  title: string;
  name: string;
  question: string;
  level: number;
  kind: string;
  form: "claim" | "moves";
  seat: number;
  move: number;
  names: string[];
  marks: unknown;
  date: string | null;
  today: string;
  first: string | null;
  missed: boolean;
  view: View;
}
export interface PuzzleTry {
  do: "answer" | "show" | "try";
  picks: number[];
  claim: {
    [k: string]: unknown;
  };
}
export interface PuzzleTold {
  right: boolean;
  lines: string[];
  picks: number[];
  claim: unknown;
  view: View | null;
}
export interface OwnPuzzles {
  game: string;
  title: string;
  seat: number;
  puzzles: OwnPuzzle[];
}
export interface OwnPuzzle {
  seat: number;
  move: number;
  kind: string;
  name: string;
  level: number;
  missed: boolean;
}
