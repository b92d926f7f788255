-- The standfirst: an optional line under the title of an article, which templates can fill in.

alter table public.articles add column standfirst text check (char_length(standfirst) <= 300);
alter table public.article_templates add column standfirst text check (char_length(standfirst) <= 300);
insert into private.saved_columns values ('public.articles', 'standfirst'), ('public.article_templates', 'standfirst');
