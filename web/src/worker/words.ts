// What only a page without a server says. It lies here and not in words/, for a server's page never loads it.
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
  save: "Save my games",
  take: "Load saved games",
  taken: "Games that are new here: {n}.",
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
    save: "Meine Partien sichern",
    take: "Gesicherte Partien laden",
    taken: "Partien, die hier neu sind: {n}.",
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
    save: "Enregistrer mes parties",
    take: "Charger des parties",
    taken: "Parties nouvelles ici\u00a0: {n}.",
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
    save: "Salva le mie partite",
    take: "Carica partite salvate",
    taken: "Partite nuove qui: {n}.",
  },
};
export const p = (key: keyof Words): string => ALL[words.language][key];
