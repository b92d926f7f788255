-- The history of an article is read by those who read the article: what lies in the trash is not the contributors', and
-- unpublished changes that were discarded are, as before, for those who may write it.
alter policy "writers read revisions" on public.article_revisions
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and exists (select 1 from public.articles a where a.id = article_id)
       and (kind = 'saved' or public.can_write_article(article_id)));
