import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import org.apache.http.NameValuePair;
import org.apache.http.client.entity.UrlEncodedFormEntity;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.message.BasicNameValuePair;
import org.apache.http.util.EntityUtils;

/** For each line `URL name value …` of standard input posts a form, and prints the status and the body. */
class JavaClient {
  interface Sender {
    String post(String url, List<NameValuePair> form) throws Exception;
  }

  /** It labels forms ISO-8859-1. */
  static Sender apache() {
    var client = HttpClients.createDefault();
    return (url, form) -> {
      var post = new HttpPost(url);
      post.setEntity(new UrlEncodedFormEntity(form));
      try (var answer = client.execute(post)) {
        return answer.getStatusLine().getStatusCode() + " " + EntityUtils.toString(answer.getEntity());
      }
    };
  }

  /** It offers an upgrade to HTTP/2 with its first request. */
  static Sender jdk() {
    var client = java.net.http.HttpClient.newHttpClient();
    return (url, form) -> {
      var text = form.stream().map((pair) -> pair.getName() + "=" + encode(pair)).collect(Collectors.joining("&"));
      var post = java.net.http.HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/x-www-form-urlencoded;charset=ISO-8859-1")
        .POST(BodyPublishers.ofString(text))
        .build();
      var answer = client.send(post, BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    };
  }

  static String encode(NameValuePair pair) {
    return URLEncoder.encode(pair.getValue(), StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws Exception {
    var sender = arguments[0].equals("apache") ? apache() : jdk();
    for (var lines = new Scanner(System.in); lines.hasNextLine(); ) {
      var words = lines.nextLine().split(" ");
      var form = new ArrayList<NameValuePair>();
      for (var at = 1; at < words.length; at += 2) form.add(new BasicNameValuePair(words[at], words[at + 1]));
      System.out.println(sender.post(words[0], form));
    }
  }
}
