import { describe, expect, it } from "vitest";
import { opensWithFailure, tellsFailure, tellsNothingFound } from "../../src/contract/lexicon.js";

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
