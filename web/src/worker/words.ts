// What is said of playing without a server. It lies here and not in words/, for nobody needs it before.
import { words, type Language } from "../words/words.svelte";

const EN = {
  alone:
    "You play on this device, with bots or with people who share it. For people far away you need a Tepui server. " +
    "Your games stay here. Nothing is sent anywhere.",
  loading: "The games are being loaded onto this device. The first time takes a little longer.",
  tabs: "Tepui is open in another tab. Play there, or close it to go on here.",
  storage: "This window keeps nothing. Your games last until you close it.",
  old: "This browser cannot run the games by itself. Update it, or use another one.",
  failed: "The games could not be loaded. Check the connection and load the page again.",
  newer: "These games were kept by a newer version of Tepui. Load the page again with a connection.",
  save: "Save my games",
  take: "Load saved games",
  taken: "Games that are new here: {n}.",
  served:
    "You play on this device, with bots or with people who share it. Your games stay here. With a connection you can " +
    "send finished ones to the server, which lists them with yours.",
  back: "To the server",
  send: "Send my finished games",
  sent: "Games of yours that the server has now: {n}.",
  no_line: "The server does not answer. Try again when you have a connection.",
  without: "Play without a connection",
  what: "Bots, lessons, puzzles and the box, on a train or a plane. Your games there stay on this device.",
  load: "Load onto this device, {mb} MB",
  is_here: "The games are on this device. Tepui opens them when there is no connection.",
  play_here: "Play on this device",
  drop: "Remove them",
  no_room: "This device has no room for it. Make room and try again.",
  not_loaded: "Not everything has come. Try again. What is here is not loaded a second time.",
};
type Words = typeof EN;
const ALL: Record<Language, Words> = {
  en: EN,
  de: {
    alone:
      "Du spielst auf diesem Gerät, mit Bots oder mit Leuten, die es mit dir teilen. Für Leute anderswo brauchst du " +
      "einen Tepui-Server. Deine Partien bleiben hier. Nichts wird irgendwohin geschickt.",
    loading: "Die Spiele werden auf dieses Gerät geladen. Beim ersten Mal dauert es etwas länger.",
    tabs: "Tepui ist in einem anderen Tab offen. Spiel dort, oder schließ ihn und mach hier weiter.",
    storage: "Dieses Fenster behält nichts. Deine Partien bleiben, bis du es schließt.",
    old: "Dieser Browser kann die Spiele nicht selbst ausführen. Aktualisiere ihn oder nimm einen anderen.",
    failed: "Die Spiele konnten nicht geladen werden. Prüf die Verbindung und lade die Seite neu.",
    newer: "Diese Partien gehören zu einer neueren Version von Tepui. Lade die Seite mit einer Verbindung neu.",
    save: "Meine Partien sichern",
    take: "Gesicherte Partien laden",
    taken: "Partien, die hier neu sind: {n}.",
    served:
      "Du spielst auf diesem Gerät, mit Bots oder mit Leuten, die es mit dir teilen. Deine Partien bleiben hier. Mit " +
      "einer Verbindung kannst du beendete an den Server schicken, der sie bei deinen zeigt.",
    back: "Zum Server",
    send: "Beendete Partien schicken",
    sent: "Partien von dir, die der Server jetzt hat: {n}.",
    no_line: "Der Server antwortet nicht. Versuch es noch einmal, wenn du eine Verbindung hast.",
    without: "Ohne Verbindung spielen",
    what: "Bots, Lektionen, Rätsel und die Schachtel, in Zug oder Flugzeug. Deine Partien bleiben auf diesem Gerät.",
    load: "Auf dieses Gerät laden, {mb} MB",
    is_here: "Die Spiele sind auf diesem Gerät. Tepui öffnet sie, wenn keine Verbindung da ist.",
    play_here: "Auf diesem Gerät spielen",
    drop: "Entfernen",
    no_room: "Auf diesem Gerät ist kein Platz dafür. Schaff Platz und versuch es noch einmal.",
    not_loaded: "Es ist nicht alles angekommen. Versuch es noch einmal. Was hier ist, wird nicht noch einmal geladen.",
  },
  fr: {
    alone:
      "Tu joues sur cet appareil, avec des bots ou avec ceux qui le partagent. Pour jouer avec des gens éloignés, il " +
      "te faut un serveur Tepui. Tes parties restent ici. Rien n’est envoyé ailleurs.",
    loading: "Les jeux se chargent sur cet appareil. La première fois prend un peu plus de temps.",
    tabs: "Tepui est ouvert dans un autre onglet. Joue là-bas, ou ferme-le pour continuer ici.",
    storage: "Cette fenêtre ne garde rien. Tes parties durent jusqu’à sa fermeture.",
    old: "Ce navigateur ne peut pas faire tourner les jeux lui-même. Mets-le à jour ou prends-en un autre.",
    failed: "Les jeux n’ont pas pu être chargés. Vérifie la connexion et recharge la page.",
    newer: "Ces parties viennent d’une version plus récente de Tepui. Recharge la page avec une connexion.",
    save: "Enregistrer mes parties",
    take: "Charger des parties",
    taken: "Parties nouvelles ici\u00a0: {n}.",
    served:
      "Tu joues sur cet appareil, avec des bots ou avec ceux qui le partagent. Tes parties restent ici. Avec une " +
      "connexion, tu peux envoyer les parties finies au serveur, qui les montre avec les tiennes.",
    back: "Vers le serveur",
    send: "Envoyer mes parties finies",
    sent: "Parties de toi que le serveur a maintenant\u00a0: {n}.",
    no_line: "Le serveur ne répond pas. Réessaie quand tu auras une connexion.",
    without: "Jouer sans connexion",
    what: "Bots, leçons, énigmes et la boîte, en train ou en avion. Tes parties là-bas restent sur cet appareil.",
    load: "Charger sur cet appareil, {mb} Mo",
    is_here: "Les jeux sont sur cet appareil. Tepui les ouvre quand il n’y a pas de connexion.",
    play_here: "Jouer sur cet appareil",
    drop: "Les retirer",
    no_room: "Cet appareil n’a pas assez de place. Fais de la place et réessaie.",
    not_loaded: "Tout n’est pas arrivé. Réessaie. Ce qui est ici n’est pas chargé une seconde fois.",
  },
  it: {
    alone:
      "Giochi su questo dispositivo, con i bot o con chi lo condivide. Per giocare con chi è lontano ti serve un " +
      "server Tepui. Le tue partite restano qui. Non viene inviato nulla.",
    loading: "I giochi si stanno caricando su questo dispositivo. La prima volta ci vuole un po’ di più.",
    tabs: "Tepui è aperto in un’altra scheda. Gioca lì, oppure chiudila per continuare qui.",
    storage: "Questa finestra non conserva nulla. Le tue partite durano finché non la chiudi.",
    old: "Questo browser non può eseguire i giochi da solo. Aggiornalo o usane un altro.",
    failed: "Non è stato possibile caricare i giochi. Controlla la connessione e ricarica la pagina.",
    newer: "Queste partite sono di una versione più recente di Tepui. Ricarica la pagina con una connessione.",
    save: "Salva le mie partite",
    take: "Carica partite salvate",
    taken: "Partite nuove qui: {n}.",
    served:
      "Giochi su questo dispositivo, con i bot o con chi lo condivide. Le tue partite restano qui. Con una " +
      "connessione puoi inviare quelle finite al server, che le mostra con le tue.",
    back: "Al server",
    send: "Invia le partite finite",
    sent: "Partite tue che il server ha ora: {n}.",
    no_line: "Il server non risponde. Riprova quando hai una connessione.",
    without: "Gioca senza connessione",
    what: "Bot, lezioni, enigmi e la scatola, in treno o in aereo. Le tue partite lì restano su questo dispositivo.",
    load: "Carica su questo dispositivo, {mb} MB",
    is_here: "I giochi sono su questo dispositivo. Tepui li apre quando non c’è connessione.",
    play_here: "Gioca su questo dispositivo",
    drop: "Rimuovili",
    no_room: "Su questo dispositivo non c’è spazio. Libera spazio e riprova.",
    not_loaded: "Non è arrivato tutto. Riprova. Ciò che è qui non viene caricato di nuovo.",
  },
};
export const p = (key: keyof Words): string => ALL[words.language][key];
