import { describe, expect, it } from "vitest";
import { isGenericMessage, opensWithFailure, tellsFailure, tellsNothingFound } from "../../src/contract/lexicon.js";

describe("messages in other languages", () => {
  it.each([
    "エラー: …",
    "❌ 请求失败: …",
    "トークン更新エラー: …",
    "연결하지 못했습니다. 오류: …",
    "无法连接到服务器",
    "邮件参数不完整，请提供收件人",
    "权限不足",
    "Erreur lors de la lecture",
    "Impossible d'ouvrir …",
    "Fehler: …",
    "\n  – Fehler: …",
    "Konnte nicht gelesen werden",
    "No se pudo conectar con …",
    "No se pudieron cargar los pedidos",
    "Erro ao buscar …",
    "Não foi possível salvar",
    "Errore durante …",
    "Ошибка при получении статистики: …",
    "Не удалось сохранить",
    "Lỗi: …",
    "Hata: …",
    "Gagal memuat …",
    "Cập nhật thất bại: …",
  ])("a failure: %s", (message) => {
    expect(opensWithFailure(message)).toBe(true);
    expect(tellsFailure(message)).toBe(true);
  });

  it.each([
    "成功 3 件、失敗 1 件",
    "错误数: 0",
    "失败: … 条",
    "3 thành công, 2 thất bại",
    "Thất bại: 2",
    "エラーコードの一覧",
    "Erreurs: aucune",
    "La tâche est terminée, sans erreur",
    "Alles erledigt, kein Fehler",
    "Fehlerbehebung: so geht es",
    "Todo salió bien",
    "Готово",
  ])("none: %s", (message) => {
    expect(opensWithFailure(message)).toBe(false);
    expect(tellsFailure(message)).toBe(false);
  });

  it.each([
    "未找到匹配的文档",
    "見つかりませんでした",
    "검색 결과가 없습니다",
    "Aucun résultat",
    "Keine Einträge gefunden",
    "No se encontraron pedidos",
    "Nenhum item",
    "Nessun risultato",
    "Ничего не найдено",
    "Không tìm thấy đơn hàng",
  ])("nothing there: %s", (message) => {
    expect(tellsNothingFound(message)).toBe(true);
    expect(opensWithFailure(message)).toBe(false);
  });

  it.each(["10 件見つかりました", "Trois commandes", "Drei Einträge", "Tres pedidos encontrados"])(
    "something there: %s",
    (message) => {
      expect(tellsNothingFound(message)).toBe(false);
    },
  );
});

describe("messages in other languages that say nothing of the cause", () => {
  it.each([
    "获取数据失败",
    "❌ 发送失败，请稍后重试。",
    "无法连接到服务器",
    "エラーが発生しました",
    "検索に失敗しました。",
    "데이터 조회 실패",
    "No se pudo guardar el pedido …. Inténtalo de nuevo.",
    "Não foi possível salvar o pedido",
    "Erreur lors de la lecture",
    "Impossible de lire le fichier",
    "Fehler beim Laden der Liste",
    "Die Liste konnte nicht geladen werden.",
    "Errore durante la lettura",
    "Не удалось сохранить файл",
  ])("yes: %s", (message) => expect(isGenericMessage(message)).toBe(true));

  it.each([
    "登录失败，用户名或密码错误",
    "发送失败：余额不足，请充值",
    "用户不存在",
    "参数无效",
    "No se pudo guardar: el disco está lleno",
    "Impossible de lire le fichier : accès refusé",
    "Die Liste ist leer.",
    "Не удалось сохранить: диск переполнен",
  ])("no: %s", (message) => expect(isGenericMessage(message)).toBe(false));
});
