-- Notes are told from what is added to a quotation by the quotation marks of any language, and from names.

create or replace function private.has_note(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])(?=[^[\]]{0,200}[?:])[^[\]]{1,200}\]|(?<![A-Za-z0-9-])(?:TK(?:TK)+(?![A-Za-z0-9])|TK(?![A-Za-z0-9-]|\s[A-ZÀ-Þ][a-zß-ÿ]))'
    or regexp_replace(p_text, '“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|›[^‹›]*‹|‚[^‚‘’]*[‘’]|‘(?:[^‘’]|’(?=[A-Za-zÀ-ɏ]))*’|「[^「」]*」|『[^『』]*』|”[^”]*”|(?<![0-9])"[^"]*"', ' ', 'g')
      ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])[^[\]]{1,200}\]'
$$;
