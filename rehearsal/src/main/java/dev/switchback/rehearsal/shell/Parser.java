package dev.switchback.rehearsal.shell;

import dev.switchback.rehearsal.shell.Syntax.Command;
import dev.switchback.rehearsal.shell.Syntax.Literal;
import dev.switchback.rehearsal.shell.Syntax.Malformed;
import dev.switchback.rehearsal.shell.Syntax.Part;
import dev.switchback.rehearsal.shell.Syntax.Redirection;
import dev.switchback.rehearsal.shell.Syntax.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a script without a separate token stream, since quoting and nesting decide the tokens. */
final class Parser {
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern DESCRIPTOR = Pattern.compile("[0-9](?=[<>])");
  private static final Pattern REDIRECTION = Pattern.compile("<<-|<<|<&|<>|>>|>&|>\\||<|>");
  private static final Set<String> CLOSING =
      Set.of("then", "else", "elif", "fi", "do", "done", "esac", "}");

  private record Pending(List<Part> parts, String delimiter, boolean stripped, boolean quoted) {}

  private final String text;
  private final int firstLine;
  private final List<Pending> pending = new ArrayList<>();
  private int at;

  Parser(String text, int firstLine) {
    this.text = text;
    this.firstLine = firstLine;
  }

  /** The whole script. */
  static Command script(String text) {
    Parser parser = new Parser(text, 1);
    Command all = parser.list();
    if (parser.at < text.length()) {
      throw parser.unexpected();
    }
    return all;
  }

  private int line() {
    return firstLine + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private boolean ended() {
    return at >= text.length();
  }

  private boolean take(String token) {
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  private Malformed unexpected() {
    if (ended()) {
      return new Malformed(line(), "Syntax error: end of file unexpected");
    }
    String word = reserved();
    if (!word.isEmpty()) {
      return new Malformed(line(), "Syntax error: \"" + word + "\" unexpected");
    }
    for (String operator : List.of(";;", "&&", "||", ";", "&", "|", "(", ")", "<", ">")) {
      if (text.startsWith(operator, at)) {
        return new Malformed(line(), "Syntax error: \"" + operator + "\" unexpected");
      }
    }
    String what = peek() == '\n' ? "newline" : "word";
    return new Malformed(line(), "Syntax error: " + what + " unexpected");
  }

  private void blanks() {
    while (!ended()) {
      if (peek() == ' ' || peek() == '\t') {
        at++;
      } else if (text.startsWith("\\\n", at)) {
        at += 2;
      } else if (peek() == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        return;
      }
    }
  }

  private void newlines() {
    blanks();
    while (peek() == '\n') {
      newline();
      blanks();
    }
  }

  private void newline() {
    at++;
    for (Pending here : pending) {
      hereDocument(here);
    }
    pending.clear();
  }

  private void hereDocument(Pending here) {
    StringBuilder body = new StringBuilder();
    int start = line();
    while (!ended()) {
      int end = text.indexOf('\n', at);
      String content = text.substring(at, end < 0 ? text.length() : end);
      at = end < 0 ? text.length() : end + 1;
      String kept = here.stripped() ? content.replaceFirst("^\t+", "") : content;
      if (kept.equals(here.delimiter())) {
        break;
      }
      body.append(kept).append('\n');
    }
    if (here.quoted()) {
      here.parts().add(new Literal(body.toString(), true));
    } else {
      here.parts().addAll(new Parser(body.toString(), start).quotedParts('\0').parts());
    }
  }

  /** The plain word ahead, if it ends where a reserved word may end. */
  private String reserved() {
    if (peek() == '{' || peek() == '}' || peek() == '!') {
      boolean alone = at + 1 >= text.length() || " \t\n;&|()<>".indexOf(text.charAt(at + 1)) >= 0;
      return alone ? String.valueOf(peek()) : "";
    }
    Matcher name = NAME.matcher(text).region(at, text.length());
    if (!name.lookingAt()) {
      return "";
    }
    boolean alone =
        name.end() >= text.length() || " \t\n;&|()<>".indexOf(text.charAt(name.end())) >= 0;
    return alone ? name.group() : "";
  }

  private boolean takeReserved(String word) {
    newlinesBefore(word);
    if (reserved().equals(word)) {
      at += word.length();
      return true;
    }
    return false;
  }

  private void newlinesBefore(String word) {
    if (!word.equals("!")) {
      newlines();
    } else {
      blanks();
    }
  }

  private void expect(String word) {
    if (!takeReserved(word)) {
      Malformed found = unexpected();
      throw new Malformed(found.line(), found.getMessage() + " (expecting \"" + word + "\")");
    }
  }

  private Command list() {
    List<Command> commands = new ArrayList<>();
    newlines();
    while (!ended()
        && peek() != ')'
        && !text.startsWith(";;", at)
        && !CLOSING.contains(reserved())) {
      Command next = andOr();
      blanks();
      if (peek() == '&') {
        at++;
        commands.add(new Syntax.Background(next));
      } else {
        commands.add(next);
        if (peek() == ';' && !text.startsWith(";;", at)) {
          at++;
        } else if (!ended() && peek() != '\n') {
          break;
        }
      }
      newlines();
    }
    return commands.size() == 1 ? commands.get(0) : new Syntax.Sequence(commands);
  }

  private Command body() {
    Command body = list();
    if (body instanceof Syntax.Sequence all && all.commands().isEmpty()) {
      throw unexpected();
    }
    return body;
  }

  private Command andOr() {
    Command left = pipeline();
    while (true) {
      blanks();
      boolean and = take("&&");
      if (!and && !take("||")) {
        return left;
      }
      newlines();
      left = new Syntax.AndOr(left, and, pipeline());
    }
  }

  private Command pipeline() {
    boolean inverted = false;
    while (takeReserved("!")) {
      inverted = !inverted;
      blanks();
    }
    List<Command> stages = new ArrayList<>(List.of(command()));
    blanks();
    while (peek() == '|' && !text.startsWith("||", at)) {
      at++;
      newlines();
      stages.add(command());
      blanks();
    }
    return stages.size() == 1 && !inverted ? stages.get(0) : new Syntax.Pipeline(inverted, stages);
  }

  private Command command() {
    blanks();
    int line = line();
    String word = reserved();
    Optional<Command> compound = compound(word);
    if (compound.isEmpty()) {
      if (CLOSING.contains(word)) {
        throw unexpected();
      }
      return simple(line);
    }
    List<Redirection> to = new ArrayList<>();
    blanks();
    while (redirection(to)) {
      blanks();
    }
    Command body = compound.get();
    if (body instanceof Syntax.Group group) {
      return new Syntax.Group(line, group.subshell(), group.body(), to);
    }
    return to.isEmpty() ? body : new Syntax.Group(line, false, body, to);
  }

  private Optional<Command> compound(String word) {
    if (peek() == '(') {
      at++;
      Command body = body();
      if (!take(")")) {
        throw expecting(")");
      }
      return Optional.of(new Syntax.Group(line(), true, body, List.of()));
    }
    switch (word) {
      case "{" -> {
        at++;
        Command body = body();
        expect("}");
        return Optional.of(new Syntax.Group(line(), false, body, List.of()));
      }
      case "if" -> {
        at += 2;
        return Optional.of(ifCommand());
      }
      case "while", "until" -> {
        at += 5;
        Command condition = body();
        return Optional.of(new Syntax.Loop(word.equals("until"), condition, doGroup()));
      }
      case "for" -> {
        at += 3;
        return Optional.of(forCommand());
      }
      case "case" -> {
        at += 4;
        return Optional.of(caseCommand());
      }
      default -> {
        return Optional.empty();
      }
    }
  }

  private Malformed expecting(String token) {
    Malformed found = unexpected();
    return new Malformed(found.line(), found.getMessage() + " (expecting \"" + token + "\")");
  }

  private Command ifCommand() {
    Command condition = body();
    expect("then");
    Command then = body();
    if (takeReserved("elif")) {
      return new Syntax.If(condition, then, Optional.of(ifCommand()));
    }
    Optional<Command> otherwise = takeReserved("else") ? Optional.of(body()) : Optional.empty();
    expect("fi");
    return new Syntax.If(condition, then, otherwise);
  }

  private Command doGroup() {
    expect("do");
    Command body = body();
    expect("done");
    return body;
  }

  private Command forCommand() {
    blanks();
    Matcher name = NAME.matcher(text).region(at, text.length());
    if (!name.lookingAt()) {
      throw new Malformed(line(), "Syntax error: Bad for loop variable");
    }
    at = name.end();
    Optional<List<Word>> words = Optional.empty();
    if (takeReserved("in")) {
      List<Word> all = new ArrayList<>();
      blanks();
      while (wordAhead()) {
        all.add(word());
        blanks();
      }
      words = Optional.of(all);
    }
    blanks();
    if (peek() == ';') {
      at++;
    }
    return new Syntax.For(name.group(), words, doGroup());
  }

  private Command caseCommand() {
    blanks();
    Word subject = word();
    expect("in");
    List<Syntax.Branch> branches = new ArrayList<>();
    while (!takeReserved("esac")) {
      blanks();
      take("(");
      List<Word> patterns = new ArrayList<>();
      do {
        blanks();
        if (!wordAhead()) {
          throw unexpected();
        }
        patterns.add(word());
        blanks();
      } while (take("|"));
      if (!take(")")) {
        throw expecting(")");
      }
      branches.add(new Syntax.Branch(patterns, list()));
      if (!take(";;")) {
        expect("esac");
        break;
      }
    }
    return new Syntax.Case(subject, branches);
  }

  private boolean wordAhead() {
    return !ended() && "\n;&|()<>".indexOf(peek()) < 0;
  }

  private Command simple(int line) {
    List<Syntax.Assignment> assignments = new ArrayList<>();
    List<Word> words = new ArrayList<>();
    List<Redirection> to = new ArrayList<>();
    while (true) {
      blanks();
      if (redirection(to)) {
        continue;
      }
      if (!wordAhead()) {
        break;
      }
      Matcher assignment = ASSIGNMENT.matcher(text).region(at, text.length());
      if (words.isEmpty() && assignment.lookingAt()) {
        at = assignment.end();
        String name = assignment.group().substring(0, assignment.group().length() - 1);
        assignments.add(new Syntax.Assignment(name, wordAhead() ? word() : new Word(List.of())));
      } else {
        Matcher name = NAME.matcher(text).region(at, text.length());
        words.add(word());
        if (words.size() == 1 && assignments.isEmpty() && functionAhead()) {
          return function(name);
        }
      }
    }
    if (words.isEmpty() && assignments.isEmpty() && to.isEmpty()) {
      throw unexpected();
    }
    return new Syntax.Simple(line, assignments, words, to);
  }

  private boolean functionAhead() {
    blanks();
    return peek() == '(';
  }

  private Command function(Matcher name) {
    at++;
    blanks();
    if (!take(")")) {
      throw expecting(")");
    }
    if (!name.lookingAt()) {
      throw new Malformed(line(), "Syntax error: Bad function name");
    }
    newlines();
    return new Syntax.Function(name.group(), command());
  }

  private boolean redirection(List<Redirection> to) {
    Matcher number = DESCRIPTOR.matcher(text).region(at, text.length()).useTransparentBounds(true);
    int start = number.lookingAt() ? number.end() : at;
    Matcher operator = REDIRECTION.matcher(text).region(start, text.length());
    if (!operator.lookingAt()) {
      return false;
    }
    String sign = operator.group();
    int standard = sign.startsWith("<") ? 0 : 1;
    int descriptor = start > at ? text.charAt(at) - '0' : standard;
    at = operator.end();
    blanks();
    if (!wordAhead()) {
      throw unexpected();
    }
    Word target = word();
    if (sign.startsWith("<<")) {
      List<Part> parts = new ArrayList<>();
      StringBuilder delimiter = new StringBuilder();
      boolean quoted = false;
      for (Part part : target.parts()) {
        if (part instanceof Literal literal) {
          delimiter.append(literal.text());
          quoted |= literal.quoted();
        }
      }
      pending.add(new Pending(parts, delimiter.toString(), sign.equals("<<-"), quoted));
      to.add(new Redirection(descriptor, "<<", new Word(parts)));
    } else {
      to.add(new Redirection(descriptor, sign, target));
    }
    return true;
  }

  private Word word() {
    return new Word(parts(" \t\n;&|()<>"));
  }

  private List<Part> parts(String stops) {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    while (!ended() && stops.indexOf(peek()) < 0) {
      char c = peek();
      if (text.startsWith("\\\n", at)) {
        at += 2;
      } else if ("\\'\"$`".indexOf(c) < 0) {
        plain.append(c);
        at++;
      } else {
        flush(plain, parts, false);
        special(c, parts);
      }
    }
    flush(plain, parts, false);
    return parts;
  }

  private static void flush(StringBuilder plain, List<Part> parts, boolean quoted) {
    if (plain.length() > 0) {
      parts.add(new Literal(plain.toString(), quoted));
      plain.setLength(0);
    }
  }

  private void special(char c, List<Part> parts) {
    at++;
    switch (c) {
      case '\\' -> {
        parts.add(new Literal(ended() ? "\\" : String.valueOf(text.charAt(at++)), true));
      }
      case '\'' -> {
        int end = text.indexOf('\'', at);
        if (end < 0) {
          throw unterminated();
        }
        parts.add(new Literal(text.substring(at, end), true));
        at = end + 1;
      }
      case '"' -> {
        parts.add(new Literal("", true));
        parts.addAll(quotedParts('"').parts());
        at++;
      }
      default -> {
        at--;
        parts.add(expansion(false));
      }
    }
  }

  private Malformed unterminated() {
    at = text.length();
    return new Malformed(line(), "Syntax error: Unterminated quoted string");
  }

  /** Text in which only $, ` and some backslashes are special, up to {@code close}. */
  private Word quotedParts(char close) {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    String escapes = close == '\0' ? "$`\\" : "$`\"\\";
    while (close == '\0' ? !ended() : peek() != close || ended()) {
      if (ended()) {
        throw unterminated();
      }
      char c = peek();
      if (text.startsWith("\\\n", at)) {
        at += 2;
      } else if (c == '\\' && at + 1 < text.length() && escapes.indexOf(text.charAt(at + 1)) >= 0) {
        plain.append(text.charAt(at + 1));
        at += 2;
      } else if (c == '$' || c == '`') {
        flush(plain, parts, true);
        parts.add(expansion(true));
      } else {
        plain.append(c);
        at++;
      }
    }
    flush(plain, parts, true);
    return new Word(parts);
  }

  private Part expansion(boolean quoted) {
    if (take("`")) {
      return backquoted(quoted);
    }
    at++;
    if (text.startsWith("((", at)) {
      Optional<Part> arithmetic = arithmetic(quoted);
      if (arithmetic.isPresent()) {
        return arithmetic.get();
      }
    }
    if (take("(")) {
      Parser inner = new Parser(text, firstLine);
      inner.at = at;
      Command body = inner.list();
      at = inner.at;
      if (!take(")")) {
        throw expecting(")");
      }
      return new Syntax.Substitution(body, quoted);
    }
    if (take("{")) {
      return braced(quoted);
    }
    Matcher name = NAME.matcher(text).region(at, text.length());
    if (name.lookingAt()) {
      at = name.end();
      return new Syntax.Parameter(name.group(), "", new Word(List.of()), quoted);
    }
    if (!ended() && "@*#?-$!0123456789".indexOf(peek()) >= 0) {
      String special = String.valueOf(text.charAt(at++));
      return new Syntax.Parameter(special, "", new Word(List.of()), quoted);
    }
    return new Literal("$", quoted);
  }

  private Part backquoted(boolean quoted) {
    StringBuilder body = new StringBuilder();
    int start = line();
    while (peek() != '`' || ended()) {
      if (ended()) {
        throw new Malformed(line(), "Syntax error: EOF in backquote substitution");
      }
      boolean escape =
          peek() == '\\'
              && at + 1 < text.length()
              && (quoted ? "$`\\\"" : "$`\\").indexOf(text.charAt(at + 1)) >= 0;
      at += escape ? 1 : 0;
      body.append(text.charAt(at++));
    }
    at++;
    Parser inner = new Parser(body.toString(), start);
    Command list = inner.list();
    if (!inner.ended()) {
      throw inner.unexpected();
    }
    return new Syntax.Substitution(list, quoted);
  }

  private Optional<Part> arithmetic(boolean quoted) {
    int depth = 0;
    int end = at + 2;
    for (; end < text.length(); end++) {
      char c = text.charAt(end);
      if (c == '(') {
        depth++;
      } else if (c == ')' && depth-- == 0) {
        break;
      }
    }
    if (!text.startsWith("))", end)) {
      return Optional.empty();
    }
    Word inner = new Parser(text.substring(at + 2, end), line()).quotedParts('\0');
    at = end + 2;
    return Optional.of(new Syntax.Arithmetic(inner, quoted));
  }

  private Part braced(boolean quoted) {
    Word none = new Word(List.of());
    if (peek() == '#' && !text.startsWith("#}", at) && !text.startsWith("#:", at)) {
      at++;
      String name = parameterName();
      if (!take("}")) {
        throw new Malformed(line(), "Bad substitution");
      }
      return new Syntax.Parameter(name, "length", none, quoted);
    }
    String name = parameterName();
    if (take("}")) {
      return new Syntax.Parameter(name, "", none, quoted);
    }
    for (String operator :
        List.of(":-", ":=", ":?", ":+", "##", "%%", "-", "=", "?", "+", "#", "%")) {
      if (take(operator)) {
        boolean pattern = operator.startsWith("#") || operator.startsWith("%");
        Word word = quoted && !pattern ? bracedQuoted() : new Word(parts("}"));
        if (!take("}")) {
          throw new Malformed(line(), "Syntax error: Missing '}'");
        }
        return new Syntax.Parameter(name, operator, word, quoted);
      }
    }
    throw new Malformed(line(), "Bad substitution");
  }

  private Word bracedQuoted() {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    while (!ended() && peek() != '}') {
      if (peek() == '$' || peek() == '`') {
        flush(plain, parts, true);
        parts.add(expansion(true));
      } else if (peek() == '"') {
        at++;
        flush(plain, parts, true);
        parts.addAll(quotedParts('"').parts());
        at++;
      } else {
        at +=
            peek() == '\\' && at + 1 < text.length() && "$`\"\\}".indexOf(text.charAt(at + 1)) >= 0
                ? 1
                : 0;
        plain.append(text.charAt(at++));
      }
    }
    flush(plain, parts, true);
    return new Word(parts);
  }

  private String parameterName() {
    Matcher name =
        Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]")
            .matcher(text)
            .region(at, text.length());
    if (!name.lookingAt()) {
      throw new Malformed(line(), "Bad substitution");
    }
    at = name.end();
    return name.group();
  }
}
